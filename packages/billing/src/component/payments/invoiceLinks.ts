import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { nowFor } from "../platform/clock";
import { sha256Hex } from "../platform/digest";
import { siteUrl } from "../platform/siteUrl";
import { DAY_MS, HOUR_MS } from "../../contract/time";

const MAC_CHARS = 32;
const RADIX = 36;

/** Where invoices are shown: the sandbox has addresses of its own. */
const PATHS = { here: "/sandbox/invoice/", elsewhere: "/invoice/" } as const;

/**
 * The URL of an invoice's page. It is made from a secret of the invoice and its
 * expiry, so reading an invoice stores nothing; it changes hourly, so that reading
 * twice gives the same.
 *
 * @param now - The customer's time.
 * @param forMs - How long it works.
 * @param cards - Who charges: this sandbox, or a processor elsewhere.
 */
export async function invoiceUrl(
  { _id, link_secret: secret }: Doc<"invoices">,
  now: number,
  forMs = DAY_MS,
  cards: keyof typeof PATHS = "here",
): Promise<string | null> {
  if (secret === undefined) return null;
  const until = Math.floor(now / HOUR_MS) * HOUR_MS + forMs;
  const token = `${_id}.${until.toString(RADIX)}.${await sign(secret, until)}`;
  return `${siteUrl()}${PATHS[cards]}${token}`;
}

/** The invoice of a page's URL; null if there is none, or the URL has expired. */
export async function findInvoice(
  ctx: QueryCtx,
  token: string,
  now: number,
): Promise<Doc<"invoices"> | null> {
  const [id = "", until = "", mac] = token.split(".");
  const invoiceId = ctx.db.normalizeId("invoices", id);
  const invoice = invoiceId && (await ctx.db.get("invoices", invoiceId));
  if (!invoice || invoice.link_secret === undefined) return null;
  const end = Number.parseInt(until, RADIX);
  if (mac !== (await sign(invoice.link_secret, end))) return null;
  const customer = await ctx.db.get("customers", invoice.customer);
  return customer && end > nowFor(customer, now) ? invoice : null;
}

/** 128 bits that can't be computed without the secret. */
async function sign(secret: string, until: number): Promise<string> {
  return (await sha256Hex(`${secret}:${until}`)).slice(0, MAC_CHARS);
}
