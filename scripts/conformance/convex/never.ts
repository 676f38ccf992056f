import { makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";

const never = () => new Promise<null>(() => undefined);

export const query = queryGeneric({
  args: { how: v.string() },
  handler: async ({ db }, { how }) => {
    if (how === "after a read") await db.query("rows").first();
    return await never();
  },
});

export const mutation = mutationGeneric({ args: {}, handler: never });

/** Waits for cryptography. */
export const ends = queryGeneric({
  args: {},
  handler: async () => {
    const [data, name] = [new TextEncoder().encode("text"), "PBKDF2"];
    const key = await crypto.subtle.importKey("raw", data, name, false, ["deriveBits"]);
    const how = { name, hash: "SHA-256", salt: data, iterations: 200_000 };
    return (await crypto.subtle.deriveBits(how, key, 256)).byteLength;
  },
});

const itself = makeFunctionReference<"mutation">("never:ends");

export const schedulesQuery = mutationGeneric({
  args: {},
  // The types refuse queries.
  handler: ({ scheduler }) => scheduler.runAfter(0, itself, {}),
});

const NODES_OWN = ["Buffer", "queueMicrotask", "setImmediate", "navigator", "BroadcastChannel"];

/** The globals of Node that exist, as variables or in the global object. */
export const globals = queryGeneric({
  args: {},
  handler: () => [
    ...(typeof queueMicrotask === "undefined" ? [] : ["queueMicrotask"]),
    ...(typeof CompressionStream === "undefined" ? [] : ["CompressionStream"]),
    ...NODES_OWN.filter((name) => Reflect.get(globalThis, name) !== undefined),
  ],
});

export const webAssembly = queryGeneric({
  args: {},
  handler: () => WebAssembly.validate(new Uint8Array()),
});
