import { SignJWT, importPKCS8 } from "jose";
import { ConvexError, v } from "convex/values";
import { internal } from "./_generated/api";
import { action, internalMutation, internalQuery } from "./_generated/server";

/**
 * Names and passwords, without a service: just enough sign-in to show billing. It has no limit on
 * guesses, no password reset, and no way to end a session. Use a maintained sign-in for a real app;
 * the billing code stays the same.
 */
const ITERATIONS = 600_000;
const TOKEN_LIFE = "12h";
const WRONG = "This name and this password don't belong together.";

/** Signs in, and creates the account if the name is new. Returns a token. */
export const signIn = action({
  args: { name: v.string(), password: v.string() },
  returns: v.string(),
  handler: async (ctx, { name, password }): Promise<string> => {
    const known = await ctx.runQuery(internal.accounts.find, { name });
    const salt = known?.salt ?? crypto.getRandomValues(new Uint8Array(16)).buffer;
    const hash = await hashOf(password, salt);
    if (known && !isSame(known.hash, hash)) throw new ConvexError(WRONG);
    const id = known?.id ?? (await ctx.runMutation(internal.accounts.add, { name, salt, hash }));
    const key = await importPKCS8(process.env.JWT_PRIVATE_KEY ?? "", "ES256");
    return await new SignJWT({ name })
      .setProtectedHeader({ alg: "ES256", kid: "app", typ: "JWT" })
      .setIssuer("https://app.invalid")
      .setAudience("app")
      .setSubject(id)
      .setIssuedAt()
      .setExpirationTime(TOKEN_LIFE)
      .sign(key);
  },
});

export const find = internalQuery({
  args: { name: v.string() },
  handler: async (ctx, { name }) => {
    const named = ctx.db.query("accounts").withIndex("by_name", (q) => q.eq("name", name));
    const account = await named.unique();
    return account && { id: account._id, salt: account.salt, hash: account.hash };
  },
});

export const add = internalMutation({
  args: { name: v.string(), salt: v.bytes(), hash: v.bytes() },
  handler: async (ctx, account) => {
    const { name } = account;
    const named = ctx.db.query("accounts").withIndex("by_name", (q) => q.eq("name", name));
    // Another request took the name first.
    if (await named.unique()) throw new ConvexError(WRONG);
    return await ctx.db.insert("accounts", account);
  },
});

async function hashOf(password: string, salt: ArrayBuffer): Promise<ArrayBuffer> {
  const bytes = new TextEncoder().encode(password);
  const key = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations: ITERATIONS };
  return await crypto.subtle.deriveBits(how, key, 256);
}

/** Compares every byte, so that the time reveals nothing. */
function isSame(one: ArrayBuffer, other: ArrayBuffer): boolean {
  const [a, b] = [new Uint8Array(one), new Uint8Array(other)];
  return a.reduce((difference, byte, at) => difference | (byte ^ (b[at] ?? 0)), 0) === 0;
}
