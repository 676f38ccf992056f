import { rmSync } from "node:fs";
import { join } from "node:path";
import type { JSONValue } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withoutFrames } from "../../../packages/convex-local/src/runtime/failure";
import type { Backend } from "../../../packages/convex-local/src/main";
import { makeIssuer, makeProject, startFixture } from "./fixture";
import { Wire } from "./wire";

const project = makeProject({
  "convex/crons.ts": "export {};",
  "convex/wrong.ts": `
    import { actionGeneric as action, mutationGeneric as mutation, queryGeneric as query, makeFunctionReference as ref } from "convex/server";
    import { ConvexError, v } from "convex/values";
    const fail = (text) => { throw new RangeError(text); };
    export const inQuery = query({ args: {}, handler: () => fail("in a query") });
    export const inMutation = mutation({ args: {}, handler: () => fail("in a mutation") });
    export const inAction = action({ args: {}, handler: async () => fail("in an action") });
    export const nested = mutation({ args: {}, handler: (ctx) => ctx.runQuery(ref("wrong:inQuery"), {}) });
    export const relayed = action({ args: {}, handler: (ctx) => ctx.runQuery(ref("wrong:inQuery"), {}) });
    export const catches = action({ args: {}, handler: (ctx) =>
      ctx.runQuery(ref("wrong:inQuery"), {}).catch(({ message }) => message) });
    export const says = query({ args: { words: v.string() }, handler: (_, { words }) => { throw new Error(words); } });
    export const refused = query({ args: {}, handler: () => { throw new ConvexError("expected"); } });
    export const quotes = query({ args: {}, handler: () => fail("was " + new Error("quoted").stack) });
    export const throwsText = query({ args: {}, handler: () => { throw new Error("as text").stack; } });
    export const prints = query({ args: {}, handler: () => {
      console.error(new Error("printed"), { inside: [new Error("within"), 1] }); return null;
    } });
    export const page = query({ args: { paginationOpts: v.any() }, handler: (ctx, { paginationOpts }) =>
      ctx.db.query("messages").paginate(paginationOpts) });
    export const get = query({ args: { id: v.any() }, handler: (ctx, { id }) => ctx.db.get(id) });
    export const typed = query({ args: { n: v.number() }, handler: () => null });
    export const answers = query({ args: {}, returns: v.string(), handler: () => 1 });
    export const uploaded = action({ args: {}, handler: (ctx) => ctx.storage.store(new Blob(["x"])) });`,
  "convex/http.ts": `
    import { httpActionGeneric, httpRouter } from "convex/server";
    import { ConvexError } from "convex/values";
    const http = httpRouter();
    http.route({ path: "/refused", method: "GET", handler: httpActionGeneric(async () => { throw new ConvexError({ n: 1n }); }) });
    http.route({ path: "/broken", method: "GET", handler: httpActionGeneric(async () => { throw new RangeError("over HTTP"); }) });
    export default http;`,
});
const issuer = await makeIssuer();
const lines: string[] = [];
let backend: Backend;
/** As on Convex. */
let development: Backend;
let production: Backend;

beforeAll(async () => {
  backend = await startFixture(project, issuer.jwks, { print: (line) => lines.push(line) });
  const start = (errors: "stack" | "none") =>
    startFixture(project, issuer.jwks, { dataDir: join(project.dir, errors), errors });
  [development, production] = await Promise.all([start("stack"), start("none")]);
});
afterAll(async () => {
  await Promise.all([backend, development, production].map((each) => each.close()));
  project.remove();
});

/** Places in code: a frame of a stack, a file with a line, a folder of this machine, a module. */
const PLACE = /\n\s*at |\.[jt]s\b|:\d+:\d+|\/(work|tmp|home|usr|convex|node_modules)\b|node:/;
const post = async (
  path: string,
  args: JSONValue,
  Authorization?: string,
  { url }: Backend = backend,
) => {
  const headers = Authorization === undefined ? {} : { Authorization };
  const body = JSON.stringify({ path, args });
  return (await fetch(`${url}/api/function`, { method: "POST", headers, body })).text();
};

const SERVER_ERROR = /^\[Request ID: \w+\] Server Error$/;

const FAILURES: [path: string, args: JSONValue, message: string][] = [
  ["wrong:inQuery", {}, "Uncaught RangeError: in a query"],
  ["wrong:inMutation", {}, "Uncaught RangeError: in a mutation"],
  ["wrong:inAction", {}, "Uncaught RangeError: in an action"],
  ["wrong:nested", {}, "Uncaught RangeError: in a query"],
  ["wrong:relayed", {}, "Uncaught RangeError: in a query"],
  ["wrong:refused", {}, "Uncaught ConvexError: expected"],
  ["wrong:quotes", {}, "Uncaught RangeError: was Error: quoted"],
  ["wrong:throwsText", {}, "Uncaught Error: as text"],
  ["wrong:page", { paginationOpts: { numItems: -1, cursor: null } }, "must be a positive number"],
  ["wrong:page", { paginationOpts: { numItems: 1, cursor: 1 } }, "InvalidCursor"],
  ["wrong:page", { paginationOpts: null }, "`options.numItems` must be a positive number"],
  ["wrong:get", { id: 1 }, "Uncaught"],
  ["wrong:get", { id: "nonsense" }, "Unable to decode ID: nonsense"],
  ["wrong:typed", { n: "x" }, "ArgumentValidationError"],
  ["wrong:typed", null, "ArgumentValidationError"],
  ["wrong:answers", {}, "ReturnsValidationError"],
  ["wrong:none", {}, "Could not find public function for 'wrong:none'"],
];

describe("a failure", () => {
  it.each(FAILURES)(
    "of %s with %j does not reveal the place in the code",
    async (path, args, message) => {
      const token = await issuer.sign("ada");
      for (const who of [undefined, `Bearer ${token}`]) {
        const text = await post(path, args, who);
        expect(text).toContain(message);
        // Each line of a message; JSON has them as escapes.
        expect(text.replaceAll("\\n", "\n")).not.toMatch(PLACE);
      }
      const wire = await Wire.open(backend.url);
      wire.watch(1, path, args);
      const told = await wire.news(1);
      wire.close();
      expect(JSON.stringify(told).replaceAll("\\n", "\n")).not.toMatch(PLACE);
    },
  );

  it.each(FAILURES)(
    "of %s with %j shows clients nothing in production",
    async (path, args, message) => {
      const token = await issuer.sign("ada");
      const hidden = { errorMessage: expect.stringMatching(SERVER_ERROR) as string, logLines: [] };
      // The client of a page begins it again for this data.
      const cursor = { isConvexSystemError: true, paginationError: "InvalidCursor" };
      const data = { "Uncaught ConvexError: expected": "expected", InvalidCursor: cursor }[message];
      for (const who of [undefined, `Bearer ${token}`])
        expect(JSON.parse(await post(path, args, who, production))).toEqual({
          ...{ status: "error", ...hidden, ...(data !== undefined && { errorData: data }) },
        });
      const wire = await Wire.open(production.url);
      wire.watch(1, path, args);
      const told = await wire.news(1);
      wire.close();
      expect(JSON.stringify(told)).toMatch(/"errorMessage":"\[Request ID: \w+\] Server Error"/);
    },
  );

  it.each(["inQuery", "inMutation", "inAction", "refused"])(
    "of %s shows its place in development, and always to the admin",
    async (name) => {
      const own = /\\n {4}at .*\(\.\.\/convex\/wrong\.ts:\d+:\d+\)/;
      expect(await post(`wrong:${name}`, {}, undefined, development)).toMatch(own);
      for (const each of [backend, production])
        expect(await post(`wrong:${name}`, {}, `Convex ${each.adminKey}`, each)).toMatch(own);
    },
  );

  it("within an action has its message in production", async () => {
    expect(await post("wrong:catches", {}, undefined, production)).toContain(
      `"value":"Uncaught RangeError: in a query"`,
    );
  });

  it("in production, printed lines are for the log alone", async () => {
    expect(JSON.parse(await post("wrong:prints", {}, undefined, production))).toEqual({
      ...{ status: "success", value: null, logLines: [] },
    });
  });

  it("is in the log with its stack, once, and not at all when it was expected", async () => {
    for (const path of ["inMutation", "inMutation", "nested", "refused", "typed"])
      await post(`wrong:${path}`, {});
    const logged = lines.filter((line) => line.includes("RangeError: in a mutation"));
    expect(logged).toEqual([
      expect.stringMatching(
        /^\[wrong:inMutation\] Uncaught RangeError: in a mutation\n {4}at .*convex\/wrong\.ts:\d+/,
      ),
    ]);
    expect(lines.join("\n")).not.toMatch(/ConvexError|ArgumentValidationError/);
    // Of a function that was called, under its own name.
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^\[wrong:inQuery\] Uncaught RangeError: in a query\n {4}at .*wrong\.ts/,
      ),
    );
  });

  it("of an HTTP action has its trace in development, and the data of a ConvexError", async () => {
    const ask = async ({ siteUrl }: Backend, path: string) => {
      const response = await fetch(`${siteUrl}${path}`);
      return [response.status, (await response.json()) as unknown];
    };
    const code = expect.stringMatching(SERVER_ERROR) as string;
    const trace = expect.stringMatching(
      /^Uncaught RangeError: over HTTP\n {4}at .*convex\/http\.ts:\d+:\d+\)\n/,
    ) as string;
    expect(await ask(development, "/broken")).toEqual([500, { code, trace }]);
    const message = "Uncaught RangeError: over HTTP";
    expect(await ask(backend, "/broken")).toEqual([500, { code, trace: message }]);
    expect(await ask(production, "/broken")).toEqual([500, { code }]);
    const data = { n: { $integer: "AQAAAAAAAAA=" } };
    expect(await ask(production, "/refused")).toEqual([500, { code, data }]);
    expect(lines).toContainEqual(
      expect.stringMatching(/^\[http:GET \/broken\] Uncaught RangeError: over HTTP\n {4}at /),
    );
  });

  it("of the backend itself is in the log only", async () => {
    const { value } = JSON.parse(await post("wrong:uploaded", {})) as { value: string };
    rmSync(join(project.dir, "data", "files", value));
    const response = await fetch(`${backend.url}/api/storage/${value}`);
    expect([response.status, await response.json()]).toEqual([
      500,
      {
        code: "InternalServerError",
        message: "Your request couldn't be completed. Try again later.",
      },
    ]);
    expect(lines).toContainEqual(expect.stringMatching(/^\[GET \/api\/storage\/\S+\] .*ENOENT/));
  });

  it("that is printed shows its place in the log, and callers the message", async () => {
    const text = (await post("wrong:prints", {})).replaceAll("\\n", "\n");
    expect(text).toMatch(/Error: printed.*Error: within/s);
    expect(text).not.toMatch(PLACE);
    expect(lines.join("\n")).toMatch(/\[ERROR\] Error: printed\n {4}at /);
  });
});

describe("withoutFrames", () => {
  it.each([
    ["Error: x\n    at f (a.ts:1:2)", "Error: x"],
    ["Error: x\n    at a.ts:1:2\n    at async Promise.all (index 0)\nmore", "Error: x\nmore"],
    ["Error: x\n    at new Promise (<anonymous>) {\n  code: 1\n}", "Error: x {\n  code: 1\n}"],
    ["[\n  Error: x\n      at f (a.ts:1:2),\n  1\n]", "[\n  Error: x,\n  1\n]"],
    ["we met\n at noon", "we met\n at noon"],
    ["a (b.ts:1:2)", "a (b.ts:1:2)"],
    ["\n    at f (a.ts:1:2)", ""],
    ["x\n    at ", "x\n    at "],
  ])("turns %j into %j", (text, words) => expect(withoutFrames(text)).toBe(words));

  it("is fast for the longest text that a client can send", async () => {
    for (const part of [
      "(",
      ")",
      "}",
      " (functions-",
      ":1",
      "\n at (",
      "\n at f (functions-1.js:",
    ]) {
      const words = "\n    at ".concat(part.repeat(1_000_000));
      expect(withoutFrames(words).length).toBeLessThanOrEqual(words.length);
      const args = { words: words.slice(0, 1_000_000) };
      expect(await post("wrong:says", args)).toContain("Uncaught Error");
    }
  });
});
