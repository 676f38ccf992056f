import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Project } from "./fixture";
import { openProject } from "./fixture";

/**
 * Keeps the thread busy, for functions, whose own clock stands still. So many
 * milliseconds pass on the clock, and the process gets as much CPU time: a busy
 * machine gives it less, and its other threads add to it.
 */
const burn = (ms: number) => {
  const began = performance.now();
  const used = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(used);
    if ((user + system) / 1000 >= ms && performance.now() - began >= ms) return;
  }
};
Object.assign(globalThis, { burn });

const FUNCTIONS = `
import { query, mutation, action } from "./_generated/server";
import { v } from "convex/values";
const ATTEMPTS = {
  eval: () => eval("1"),
  indirectEval: () => (0, eval)("1"),
  globalEval: () => globalThis.eval("1"),
  newFunction: () => new Function("return 1"),
  functionCall: () => Function("return 1"),
  import: () => import("./other"),
  fetch: () => fetch("http://127.0.0.1:9/"),
  setTimeout: () => new Promise((done) => setTimeout(done, 1)),
  setInterval: () => setInterval(() => {}, 1000),
  globalTimer: () => globalThis.setTimeout(() => {}, 1),
  ecdsaKey: () => crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]),
  rsaOaep: () => crypto.subtle.encrypt({ name: "RSA-OAEP" }, {}, new Uint8Array(1)),
  rsaPss: () => crypto.subtle.sign({ name: "RSA-PSS", saltLength: 32 }, {}, new Uint8Array(1)),
  ecdsa: () => crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, {}, new Uint8Array(1)),
};
const attempt = async (ctx, { what }) => {
  try { await ATTEMPTS[what](); return "allowed"; } catch (error) { return error.name + ": " + error.message; }
};
export const inQuery = query(attempt);
export const inMutation = mutation(attempt);
export const inAction = action(attempt);
export const imports = action({ args: {}, handler: async () => (await import("./other")).word });
export const streams = action({ args: {}, handler: async () => {
  const body = new Blob(["streamed"]).stream();
  const request = new Request("http://127.0.0.1/", { method: "POST", body });
  console.timeLog("a");
  return [await request.text(), request instanceof Request, new Request(request.url).method];
} });
export const isFunction = query({ args: {}, handler: () => (() => 1) instanceof Function });
export const timerInAction = action(async () => {
  const before = Date.now();
  await new Promise((done) => setTimeout(done, 5));
  return Date.now() > before;
});
const spin = async (ctx) => {
  const times = [Date.now(), new Date().getTime()];
  await ctx.db.query("x").first();
  for (let i = 0, until = 3e6; i < until; i += 1) Math.sqrt(i);
  times.push(Date.now());
  return { times, random: Math.random() };
};
export const clock = query({ args: {}, handler: spin });
export const dates = query({ args: {}, handler: () => [
  new Date(0).toISOString(), new Date() instanceof Date, typeof Date(), Date.UTC(2020, 0), Math.max(1, 2),
] });
export const zone = query({ args: {}, handler: () => [
  new Date(2020, 6, 1).toISOString(), new Date(0).getHours(), new Date(0).getTimezoneOffset(),
] });
const hex = (bytes) => [...new Uint8Array(bytes)].map((b) => b.toString(16).padStart(2, "0")).join("");
export const allowed = mutation(async () => {
  const text = new TextEncoder().encode("abc");
  const key = await crypto.subtle.importKey("raw", text, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return {
    digest: hex(await crypto.subtle.digest("SHA-256", text)).slice(0, 8),
    hmac: hex(await crypto.subtle.sign("HMAC", key, text)).length,
    random: crypto.getRandomValues(new Uint8Array(4)).length,
    uuid: crypto.randomUUID().length,
    names: [typeof URL, typeof Blob, typeof atob, typeof Response, typeof Buffer, typeof require],
    env: [process.env.CONVEX_SITE_URL, process.env.GREETING ?? "unset", typeof process.env.PATH],
  };
});
const { burn } = globalThis;
export const slowly = query({ args: { awaits: v.number(), ms: v.number() }, handler: async (ctx, { awaits, ms }) => {
  for (let n = 0; n < awaits; n++) {
    await ctx.db.query("none").first().catch(() => null);
    burn(ms);
  }
  return "done";
} });
export const inParts = query({ args: {}, handler: async (ctx) => {
  burn(550);
  return ctx.runQuery("m:slowly", { awaits: 1, ms: 550 });
} });
export const loops = query({ args: {}, handler: () => { for (;;); } });
export const writes = query({ args: {}, handler: (ctx) => Object.keys(ctx.db) });
`;
/** The module computes for much longer than the backend waits for a promise that never resolves. */
const COMPUTES = `
import { query } from "./_generated/server";
const text = new TextEncoder().encode("text");
const derive = async () => {
  const key = await crypto.subtle.importKey("raw", text, "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt: text, iterations: 200_000 };
  return crypto.subtle.deriveBits(how, key, 256);
};
const bits = derive();
export const waits = query({ args: {}, handler: async () => (await bits).byteLength });
`;
const OTHER = `export const word = "other";`;
const NODE = `"use node";
import { createHash } from "node:crypto";
import { internalAction, action } from "./_generated/server";
export const sha = action({ args: {}, handler: () => createHash("sha256").update("abc").digest("hex").slice(0, 8) });
export const greeting = action({ args: {}, handler: () => process.env.GREETING ?? "unset" });
`;

describe("determinism", () => {
  let project: Project;
  const machineZone = process.env.TZ;
  beforeAll(async () => {
    process.env.TZ = "America/New_York";
    const files = {
      "m.ts": FUNCTIONS,
      "node.ts": NODE,
      "other.ts": OTHER,
      "computes.ts": COMPUTES,
    };
    project = await openProject(files, { isTimed: true });
    await project.runtime.deploy();
  });
  afterAll(async () => {
    await project.close();
    if (machineZone === undefined) delete process.env.TZ;
    else process.env.TZ = machineZone;
  });

  const LINK = "See https://docs.convex.dev/functions/actions for more details.";
  it.each([
    ["fetch", "fetch()"],
    ["setTimeout", "setTimeout"],
    ["setInterval", "setInterval"],
    ["globalTimer", "setTimeout"],
  ])("refuses %s in queries and mutations, in Convex's words", async (what, name) => {
    const text = `Can't use ${name} in queries and mutations. Please consider using an action. ${LINK}`;
    expect(await project.call("m:inQuery", { what })).toContain(text);
    expect(await project.call("m:inMutation", { what })).toContain(text);
  });

  it.each(["eval", "indirectEval", "globalEval", "newFunction", "functionCall"])(
    "refuses code from strings in all functions of the default runtime: %s",
    async (what) => {
      const text = "EvalError: Code generation from strings disallowed for this context";
      for (const kind of ["inQuery", "inMutation", "inAction"])
        expect(await project.call(`m:${kind}`, { what })).toBe(text);
      expect(await project.call("m:isFunction")).toBe(true);
    },
  );

  it("takes a stream as the body of a request", async () => {
    expect(await project.call("m:streams")).toEqual(["streamed", true, "GET"]);
  });

  it("imports modules while they run in actions alone", async () => {
    const text = "TypeError: dynamic module import unsupported";
    expect(await project.call("m:inQuery", { what: "import" })).toBe(text);
    expect(await project.call("m:inMutation", { what: "import" })).toBe(text);
    expect(await project.call("m:imports")).toBe("other");
  });

  it.each(["ecdsaKey", "ecdsa", "rsaOaep", "rsaPss"])(
    "refuses %s, whose randomness cannot be seeded",
    async (what) => {
      expect(await project.call("m:inMutation", { what })).toMatch(
        /^NoCryptoRngInQueriesOrMutations: Can't use cryptographic randomness in queries/,
      );
    },
  );

  it("allows digests, HMAC, random values and web globals in mutations", async () => {
    expect(await project.call("m:allowed")).toEqual({
      digest: "ba7816bf",
      hmac: 64,
      random: 4,
      uuid: 36,
      names: ["function", "function", "function", "function", "undefined", "undefined"],
      env: ["http://site", "unset", "undefined"],
    });
  });

  it("waits for cryptography that its module has started", async () => {
    expect(await project.call("computes:waits")).toBe(32);
  });

  it("stops the clock for the length of a query", async () => {
    const { times } = (await project.call("m:clock")) as { times: number[] };
    expect(new Set(times).size).toBe(1);
  });

  it("reads the clock again in the next run", async () => {
    project.clock.now = 1_000;
    const first = await project.call("m:clock");
    project.clock.now = 2_000;
    const second = await project.call("m:clock");
    project.clock.now = null;
    expect(first).toMatchObject({ times: [1_000, 1_000, 1_000] });
    expect(second).toMatchObject({ times: [2_000, 2_000, 2_000] });
  });

  it("returns times in UTC wherever the machine is", async () => {
    expect(await project.call("m:zone")).toEqual(["2020-07-01T00:00:00.000Z", 0, 0]);
  });

  it("leaves the rest of Date and Math unchanged", async () => {
    expect(await project.call("m:dates")).toEqual([
      "1970-01-01T00:00:00.000Z",
      true,
      "string",
      1_577_836_800_000,
      2,
    ]);
  });

  it("lets actions wait, and node actions use Node", async () => {
    expect(await project.call("m:timerInAction")).toBe(true);
    expect(await project.call("node:sha")).toBe("ba7816bf");
  });

  it("updates variables in all modules at once", async () => {
    project.variables["GREETING"] = "hello";
    await project.runtime.deploy();
    expect(await project.call("m:allowed")).toMatchObject({
      env: ["http://site", "hello", "undefined"],
    });
    expect(await project.call("node:greeting")).toBe("hello");
    delete project.variables["GREETING"];
    await project.runtime.deploy();
    expect(await project.call("node:greeting")).toBe("unset");
  });

  it.each([
    ["after its awaits", "m:slowly", { awaits: 4, ms: 270 }],
    ["in a query that it calls", "m:inParts", {}],
  ])("stops a query over its time limit %s", async (_, path, args) => {
    expect(await project.fail(path, args)).toContain("Function execution timed out");
    expect(await project.call("m:slowly", { awaits: 4, ms: 10 })).toBe("done");
  });

  it("stops an endless loop in a query", async () => {
    expect(await project.fail("m:loops")).toContain("Function execution timed out");
    expect(await project.call("m:dates")).toHaveLength(5);
  });
});
