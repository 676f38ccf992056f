import { sha256Hex } from "../../platform/digest";

/** Proves that a form came from the page itself: only who has its address can make it. */
export async function formToken(token: string): Promise<string> {
  return await sha256Hex(`form:${token}`);
}
