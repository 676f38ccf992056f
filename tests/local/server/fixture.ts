import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { anyApi } from "convex/server";
import type { DefaultFunctionArgs, FunctionReference } from "convex/server";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { startBackend } from "../../../packages/convex-local/src/main";
import type { Backend, StartOptions } from "../../../packages/convex-local/src/main";

type Query<R> = FunctionReference<"query", "public", DefaultFunctionArgs, R>;
type Mutation<R> = FunctionReference<"mutation", "public", DefaultFunctionArgs, R>;

export interface Page {
  page: { body: string }[];
  continueCursor: string;
}

interface Fixture {
  messages: {
    list: Query<string[]>;
    page: Query<Page>;
    broken: Query<never>;
    large: Query<string>;
    me: Query<Record<string, unknown> | null>;
    nothing: Query<never>;
    seed: Mutation<number>;
    send: Mutation<number>;
    slow: Mutation<number>;
    removeFirst: Mutation<null>;
    refuse: Mutation<never>;
    relay: FunctionReference<"action", "public", DefaultFunctionArgs, string[]>;
  };
  pictures: {
    uploadUrl: Mutation<string>;
    url: Query<string>;
    metadata: Query<Record<string, unknown> | null>;
    remove: Mutation<null>;
  };
}

/**
 * The modules below by their paths for clients, typed by hand because nothing generates their
 * types.
 */
export const { messages, pictures } = anyApi as unknown as Fixture;

export const ISSUER = "https://accounts.test";
const AUDIENCE = "fixture";

const MODULES: Record<string, string> = {
  "convex.json": `{ "functions": "convex/" }`,
  "package.json": `{ "name": "fixture", "dependencies": { "convex": "1.48.0" } }`,
  "convex/schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({
      messages: defineTable({ channel: v.string(), body: v.string() }).index("by_channel", ["channel"]),
    });`,
  "convex/auth.config.ts": `
    export default { providers: [
      { type: "customJwt", issuer: "${ISSUER}", jwks: process.env.JWKS, algorithm: "ES256", applicationID: "${AUDIENCE}" },
    ] };`,
  "convex/messages.ts": `
    import { actionGeneric, internalMutationGeneric, mutationGeneric, queryGeneric, makeFunctionReference } from "convex/server";
    import { ConvexError, v } from "convex/values";
    const args = { channel: v.string() };
    const inChannel = (ctx, channel) =>
      ctx.db.query("messages").withIndex("by_channel", (q) => q.eq("channel", channel));
    export const list = queryGeneric({ args, handler: async (ctx, { channel }) => {
      console.log("listing", channel);
      return (await inChannel(ctx, channel).collect()).map(({ body }) => body);
    } });
    export const page = queryGeneric({ args: { ...args, paginationOpts: v.any() }, handler: (ctx, { channel, paginationOpts }) =>
      inChannel(ctx, channel).paginate(paginationOpts) });
    const fields = { ...args, body: v.string() };
    const insert = async (ctx, message) => { await ctx.db.insert("messages", message); return message.body.length; };
    export const send = mutationGeneric({ args: fields, handler: insert });
    export const seed = internalMutationGeneric({ args: fields, handler: insert });
    export const slow = mutationGeneric({ args: fields, handler: async (ctx, message) => {
      for (let i = 0; i < 20; i++) await ctx.db.query("messages").collect();
      return insert(ctx, message);
    } });
    export const removeFirst = mutationGeneric({ args, handler: async (ctx, { channel }) => {
      await ctx.db.delete((await inChannel(ctx, channel).first())._id);
    } });
    export const refuse = mutationGeneric({ args, handler: async (ctx, { channel }) => {
      await ctx.db.insert("messages", { channel, body: "gone" });
      throw new ConvexError({ code: "refused", channel });
    } });
    export const broken = queryGeneric({ args: {}, handler: () => { throw new ConvexError("broken"); } });
    export const relay = actionGeneric({ args: fields, handler: async (ctx, message) => {
      await ctx.runMutation(makeFunctionReference("messages:seed"), message);
      return ctx.runQuery(makeFunctionReference("messages:list"), { channel: message.channel });
    } });
    export const large = queryGeneric({ args: {}, handler: () => "🙂".repeat(3_000_000) });
    export const me = queryGeneric({ args: {}, handler: (ctx) => ctx.auth.getUserIdentity() });`,
  "convex/pictures.ts": `
    import { mutationGeneric, queryGeneric } from "convex/server";
    import { v } from "convex/values";
    const args = { id: v.id("_storage") };
    export const uploadUrl = mutationGeneric({ args: {}, handler: (ctx) => ctx.storage.generateUploadUrl() });
    export const url = queryGeneric({ args, handler: (ctx, { id }) => ctx.storage.getUrl(id) });
    export const metadata = queryGeneric({ args, handler: (ctx, { id }) => ctx.db.system.get(id) });
    export const remove = mutationGeneric({ args, handler: async (ctx, { id }) => { await ctx.storage.delete(id); } });`,
  "convex/http.ts": `
    import { httpActionGeneric, httpRouter } from "convex/server";
    const http = httpRouter();
    http.route({ path: "/whoami", method: "GET", handler: httpActionGeneric(async (ctx, request) => {
      const identity = await ctx.auth.getUserIdentity();
      return new Response(identity?.subject ?? "nobody", { headers: { "X-Asked": new URL(request.url).search } });
    }) });
    http.route({ pathPrefix: "/echo/", method: "POST", handler: httpActionGeneric(async (_ctx, request) =>
      new Response(await request.text(), { status: 201 })) });
    export default http;`,
  "convex/crons.ts": `
    import { cronJobs, makeFunctionReference } from "convex/server";
    const crons = cronJobs();
    crons.interval("tick", { seconds: 1 }, makeFunctionReference("messages:seed"), { channel: "crons", body: "tick" });
    export default crons;`,
};

/** A project folder of its own, which imports this project's packages. */
export function makeProject(more: Readonly<Record<string, string>> = {}): {
  dir: string;
  functions: string;
  remove: () => void;
} {
  const dir = mkdtempSync(join(tmpdir(), "local server "));
  for (const [path, text] of Object.entries({ ...MODULES, ...more })) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  symlinkSync(resolve("node_modules"), join(dir, "node_modules"));
  const remove = () => rmSync(dir, { recursive: true, force: true });
  return { dir, functions: join(dir, "convex"), remove };
}

/** Signs tokens as an identity provider would; `jwks` is its public half as a `data:` address. */
export async function makeIssuer(audience = AUDIENCE) {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const key = { ...(await exportJWK(publicKey)), kid: "1", alg: "ES256", use: "sig" };
  const jwks = `data:application/json,${encodeURIComponent(JSON.stringify({ keys: [key] }))}`;
  const sign = (subject: string, claims: Record<string, unknown> = {}, expiry = "10m") =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", kid: "1" })
      .setIssuer(ISSUER)
      .setAudience(audience)
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime(expiry)
      .sign(privateKey);
  return { jwks, sign };
}

export function startFixture(
  project: { dir: string; functions: string },
  jwks: string,
  more: Partial<StartOptions> = {},
): Promise<Backend> {
  const { dir, functions } = project;
  const dataDir = join(dir, "data");
  // Modules for each run would only take time here.
  const isolation = "deployment";
  return startBackend({ functions, dataDir, port: 0, env: { JWKS: jwks }, isolation, ...more });
}

/** The first value of a subscription for which the condition holds. */
export function eventually<T>(
  subscribe: (onValue: (value: T) => void, onError: (error: Error) => void) => unknown,
  condition: (value: T) => boolean = () => true,
): Promise<T> {
  return new Promise((resolve, reject) => {
    subscribe((value) => {
      if (condition(value)) {
        resolve(value);
      }
    }, reject);
  });
}
