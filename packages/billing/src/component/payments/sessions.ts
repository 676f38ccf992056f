import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { createToken, hashToken } from "./pageToken";
import { siteUrl } from "../platform/siteUrl";

const PORTAL_LIFETIME_MS = 30 * 60 * 1000;
/** For closing all of a customer's portals. */
const MOST_PORTALS = 10;

/** Opens a customer's portal for a while, at an address that can't be guessed. */
export async function openPortal(
  ctx: MutationCtx,
  customer: Id<"customers">,
  return_url: string | null,
  cards: "here" | "elsewhere" = "here",
): Promise<string> {
  const token = createToken();
  const token_hash = await hashToken(token);
  const expires_at = Date.now() + PORTAL_LIFETIME_MS;
  const open = await portalsOf(ctx, customer);
  for (const { _id } of open.slice(0, Math.max(0, open.length + 1 - MOST_PORTALS)))
    await ctx.db.delete("portalSessions", _id);
  await ctx.db.insert("portalSessions", { customer, token_hash, return_url, expires_at });
  return portalUrl(cards, token);
}

/** Ends the portals of a customer; their URLs stop working. */
export async function closePortals(ctx: MutationCtx, customer: Id<"customers">): Promise<void> {
  for (const { _id } of await portalsOf(ctx, customer)) await ctx.db.delete("portalSessions", _id);
}

/** The oldest first. */
async function portalsOf(ctx: QueryCtx, customer: Id<"customers">) {
  return await ctx.db
    .query("portalSessions")
    .withIndex("by_customer", (q) => q.eq("customer", customer))
    .take(MOST_PORTALS);
}

/** The sandbox has addresses of its own. */
export function portalUrl(cards: "here" | "elsewhere", token: string): string {
  return `${siteUrl()}${cards === "here" ? "/sandbox" : ""}/portal/${token}`;
}

/**
 * The open portal of a token; null if there is none, it has expired, or its customer
 * is deleted.
 */
export async function findPortal(
  ctx: QueryCtx,
  token: string,
  now: number,
): Promise<Doc<"portalSessions"> | null> {
  const hash = await hashToken(token);
  const session = await ctx.db
    .query("portalSessions")
    .withIndex("by_token_hash", (q) => q.eq("token_hash", hash))
    .unique();
  if (!session || session.expires_at <= now) return null;
  return (await ctx.db.get("customers", session.customer)) ? session : null;
}
