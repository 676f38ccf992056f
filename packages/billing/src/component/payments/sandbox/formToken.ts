import { sha256Hex } from "../../platform/digest";

/** Proves that a form came from the page itself: only the page's address can create it. */
export async function formToken(token: string): Promise<string> {
  return await sha256Hex(`form:${token}`);
}
