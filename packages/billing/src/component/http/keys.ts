import { v } from "convex/values";
import type { Infer } from "convex/values";
import { fail, ok, vResult } from "../../contract/errors";
import type { Result } from "../../contract/errors";
import { nullable } from "../../contract/wire";
import { billingMode } from "../platform/mode";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { env, internalAction, internalMutation, internalQuery } from "../_generated/server";
import { readAll } from "../platform/bounded";
import { sha256Hex, toHex } from "../platform/digest";
import { vKeyKind } from "../store/keyTables";

const KEY_BYTES = 24;
const SHOWN_CHARS = 14;
const MAX_LISTED = 1_000;
/** A shorter first key could be guessed, and counts as none. */
const MIN_FIRST_KEY_CHARS = 24;

const PREFIX = { secret: "sk", publishable: "pk" } as const;

/** Whether a key's prefix says that it is publishable, known or not. */
export function isPublishable(key: string): boolean {
  return key.startsWith(`${PREFIX.publishable}_`);
}

const vGrant = v.object({ id: v.string(), kind: vKeyKind });
/** The rights of a key's bearer. */
export type Grant = Infer<typeof vGrant>;

const vListedKey = v.object({
  id: v.id("apiKeys"),
  name: v.string(),
  kind: vKeyKind,
  prefix: v.string(),
  created_at: v.number(),
  revoked_at: nullable(v.number()),
});

/** Finds a key by its hash; null: unknown. The first key is a variable of the deployment. */
export const authenticate = internalQuery({
  args: { hash: v.string() },
  returns: nullable(vGrant),
  handler: async (ctx, { hash }): Promise<Grant | null> => {
    const first = env.BILLING_SECRET_KEY ?? "";
    if (first.length >= MIN_FIRST_KEY_CHARS && (await sha256Hex(first)) === hash) {
      return { id: "first", kind: "secret" };
    }
    const key = await ctx.db
      .query("apiKeys")
      .withIndex("by_hash", (q) => q.eq("hash", hash))
      .unique();
    return key?.revoked_at === null ? { id: key._id, kind: key.kind } : null;
  },
});

/**
 * Creates a key of the /v1 API, for operators: `npx convex run --component billing
 * http/keys:createKey '{"name":"warehouse"}'`.
 *
 * @returns The key. It is shown only once.
 */
export const createKey = internalAction({
  args: { name: v.string(), kind: v.optional(vKeyKind) },
  returns: v.object({ id: v.id("apiKeys"), key: v.string() }),
  handler: async (ctx, { name, kind = "secret" }): Promise<{ id: Id<"apiKeys">; key: string }> => {
    const random = toHex(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
    const key = `${PREFIX[kind]}_${billingMode()}_${random}`;
    const stored = { name, kind, prefix: key.slice(0, SHOWN_CHARS), hash: await sha256Hex(key) };
    return { id: await ctx.runMutation(internal.http.keys.storeKey, stored), key };
  },
});

export const storeKey = internalMutation({
  args: { name: v.string(), kind: vKeyKind, prefix: v.string(), hash: v.string() },
  returns: v.id("apiKeys"),
  handler: async (ctx, key) =>
    await ctx.db.insert("apiKeys", { ...key, created_at: Date.now(), revoked_at: null }),
});

/** Ends a key at once. Ending it again changes nothing. */
export const revokeKey = internalMutation({
  args: { id: v.id("apiKeys") },
  returns: vResult(v.null()),
  handler: async (ctx, { id }): Promise<Result<null>> => {
    const key = await ctx.db.get("apiKeys", id);
    if (!key) return fail("not_found", "There is no such key", 404);
    if (key.revoked_at === null) await ctx.db.patch("apiKeys", id, { revoked_at: Date.now() });
    return ok(null);
  },
});

/** The newest keys, ended ones too. */
export const listKeys = internalQuery({
  args: {},
  returns: v.array(vListedKey),
  handler: async (ctx) => {
    const keys = await readAll(ctx.db.query("apiKeys").order("desc"), MAX_LISTED, "keys");
    return keys.map(({ _id: id, name, kind, prefix, created_at, revoked_at }) => {
      return { id, name, kind, prefix, created_at, revoked_at };
    });
  },
});
