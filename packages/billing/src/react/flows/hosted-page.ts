import type { Result } from "../../contract/errors";
import { followUrl, targetOf } from "./follow";
import type { Navigator } from "./navigate";

/**
 * Goes to a page of the provider's, such as the one for cards, once `ask` has answered its address.
 *
 * @see Spec §2
 */
export async function openHostedPage<T extends { url: string }>(
  { navigator }: { navigator: Navigator },
  openInNewTab: boolean | undefined,
  ask: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const departure = navigator.prepare(targetOf(openInNewTab));
  const result = await ask();
  if (!result.error) return followUrl(result, result.data.url, departure);
  departure.cancel();
  return result;
}
