import { afterAll } from "vitest";
import { makeIssuer, makeProject, startFixture } from "./fixture";

const MODULES = {
  "convex/crons.ts": "export {};",
  "convex/web.ts": `
    import { actionGeneric, internalQueryGeneric, mutationGeneric, queryGeneric } from "convex/server";
    import { ConvexError, v } from "convex/values";
    const handler = (_, args) => { console.log("called"); return args.n ?? null; };
    const args = { n: v.optional(v.number()) };
    export const ask = queryGeneric({ args, handler });
    export const change = mutationGeneric({ args, handler });
    export const act = actionGeneric({ args, handler });
    export const hidden = internalQueryGeneric({ args, handler });
    export default queryGeneric({ args, handler });
    export const refuse = queryGeneric({ args: { data: v.any() }, handler: (_, { data }) => { throw new ConvexError(data); } });
    export const slow = mutationGeneric({ args: {}, handler: async (ctx) => {
      await globalThis.passGate("closing");
      return ctx.db.insert("messages", { channel: "late", body: "kept" });
    } });
    export const keep = actionGeneric({ args: {}, handler: async (ctx) => {
      const id = await ctx.storage.store(new Blob(["kept"], { type: "text/plain" }));
      const blob = await ctx.storage.get(id);
      return [id, await blob.text(), blob.type];
    } });
    export const read = actionGeneric({ args: { id: v.string() }, handler: (ctx, { id }) => ctx.storage.get(id) });
    export const storeChecked = actionGeneric({ args: { sha256: v.string() }, handler: (ctx, { sha256 }) =>
      ctx.storage.store(new Blob(["kept"]), { sha256 }) });
    export const drop = actionGeneric({ args: { id: v.string() }, handler: async (ctx, { id }) => { await ctx.storage.delete(id); } });
    export const file = queryGeneric({ args: { id: v.string() }, handler: async (ctx, { id }) =>
      [await ctx.storage.getUrl(id), await ctx.storage.getMetadata(id)] });`,
};

/** A project with functions of every kind, served until the tests of the file have run. */
export async function serveWebProject(more: Readonly<Record<string, string>> = {}) {
  const project = makeProject({ ...MODULES, ...more });
  const issuer = await makeIssuer();
  const lines: string[] = [];
  const backend = await startFixture(project, issuer.jwks, {
    print: (line) => lines.push(line),
  });
  afterAll(async () => {
    await backend.close();
    project.remove();
  });

  const post = (path: string, body: unknown, headers: HeadersInit = {}) =>
    fetch(`${backend.url}${path}`, {
      method: "POST",
      headers,
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  return { project, issuer, lines, backend, post };
}
