import type { Result } from "../../contract/errors";
import type { Departure } from "./navigate";

/**
 * Goes where an answer points.
 *
 * @returns The answer; or `unsafe_url` when its address was refused, because
 *   then the person is not where the answer says.
 */
export function followUrl<T>(result: Result<T>, url: string, departure: Departure): Result<T> {
  if (departure.go(url)) return result;
  const message = "The provider answered with an address that is not safe to open";
  return { data: null, error: { code: "unsafe_url", message } };
}

/** Which tab the caller wants to leave in. */
export function targetOf(openInNewTab: boolean | undefined) {
  return openInNewTab === true ? "new_tab" : "same_tab";
}
