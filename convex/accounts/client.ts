import Bowser from "bowser";
import type { MutationCtx } from "../_generated/server";

/** The browser and operating system of a client; absent if unknown. */
export interface Client {
  browser?: string;
  system?: string;
}

const BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));

/**
 * Reads the names from a `User-Agent` header. Only known names are returned: the client controls
 * the header, and the account's owner sees these names on a page and in mails.
 */
export function readUserAgent(userAgent: string | null): Client {
  if (userAgent === null || userAgent === "") return {};
  const { browser, os } = Bowser.parse(userAgent);
  return {
    ...(browser.name !== undefined && BROWSERS.has(browser.name) && { browser: browser.name }),
    ...(os.name !== undefined && SYSTEMS.has(os.name) && { system: os.name }),
  };
}

/** The client of the current request. */
export async function currentClient(ctx: MutationCtx): Promise<Client> {
  const { userAgent } = await ctx.meta.getRequestMetadata();
  return readUserAgent(userAgent);
}
