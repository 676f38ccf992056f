import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Backend } from "../../../packages/convex-local/src/main";
import { convex } from "./command-line";
import { makeIssuer, makeProject, startFixture } from "./fixture";

const component = (name: string, more = "") => `
  import { defineComponent } from "convex/server";
  import { v } from "convex/values";
  ${more}
  const component = defineComponent("${name}", { env: { TITLE: v.union(v.literal("a"), v.literal("b")) } });
  ${more === "" ? "" : "component.use(inner, { env: { TITLE: 'a' } });"}
  export default component;`;

const LIB = `
  import { mutationGeneric, internalMutationGeneric } from "convex/server";
  import { v } from "convex/values";
  export const add = mutationGeneric({ args: { by: v.number() }, returns: v.string(), handler: () => "" });
  export const hidden = internalMutationGeneric({ args: {}, handler: () => null });`;

const project = makeProject({
  "tsconfig.json": "{}",
  "convex/crons.ts": "export {};",
  "parts/inner/convex.config.ts": component("inner"),
  "parts/inner/deep/lib.ts": LIB,
  "parts/outer/convex.config.ts": component("outer", 'import inner from "../inner/convex.config";'),
  "parts/outer/lib.ts": LIB,
  "parts/unused/convex.config.ts": component(
    "unused",
    'import inner from "../inner/convex.config";',
  ),
  "parts/unused/lib.ts": LIB,
  "convex/convex.config.ts": `
    import { defineApp } from "convex/server";
    import outer from "../parts/outer/convex.config";
    import rateLimiter from "@convex-dev/rate-limiter/convex.config.js";
    const app = defineApp();
    app.use(outer, { name: "first", env: { TITLE: "b" } });
    app.use(rateLimiter);
    export default app;`,
});
const issuer = await makeIssuer();
let backend: Backend;

beforeAll(async () => {
  backend = await startFixture(project, issuer.jwks);
});
afterAll(async () => {
  await backend.close();
  project.remove();
});

const read = (path: string) => readFileSync(join(project.dir, path), "utf8").replace(/\s+/g, " ");
const REFERENCE = 'FunctionReference< "mutation", "internal", { by: number }, string, Name >';

it("generates the types of an app's components, and of nested ones", async () => {
  const done = await convex(project, backend, "codegen", "--typecheck", "disable");
  expect(done).toMatchObject({ code: 0 });
  const api = read("convex/_generated/api.d.ts");
  expect(api).toContain(
    'first: import("../../parts/outer/_generated/component.js").ComponentApi<"first">',
  );
  expect(api).toContain(
    'import("@convex-dev/rate-limiter/_generated/component.js").ComponentApi<"rateLimiter">',
  );
  const outer = read("parts/outer/_generated/component.ts");
  expect(outer).toContain(`{ lib: { add: ${REFERENCE}; }; }`);
  expect(read("parts/inner/_generated/component.ts")).toContain(
    `{ deep: { lib: { add: ${REFERENCE}; }; }; }`,
  );
  expect(read("parts/outer/_generated/server.ts")).toContain('TITLE: "a" | "b"');
});

it("generates those of one component, also of one that no app mounts", async () => {
  const before = read("convex/_generated/api.d.ts");
  const folder = ["--component-dir", "parts/unused"];
  const done = await convex(project, backend, "codegen", "--typecheck", "disable", ...folder);
  expect(done).toMatchObject({ code: 0 });
  expect(read("parts/unused/_generated/component.ts")).toContain(
    `{ lib: { add: ${REFERENCE}; }; }`,
  );
  expect(read("parts/unused/_generated/api.ts")).toContain('ComponentApi<"inner">');
  expect(read("convex/_generated/api.d.ts")).toBe(before);
});
