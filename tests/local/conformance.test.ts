import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { BaseConvexClient, ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket as NodeWebSocket } from "ws";
import { startBackend } from "../../local/main";
import { makeTempFolder } from "./store/temp-folder";

const FUNCTIONS: Record<string, string> = {
  "schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({
      accounts: defineTable({ name: v.string(), amount: v.number() }).index("by_name", ["name"]),
    });`,
  "accounts.ts": `
    import { mutationGeneric, queryGeneric } from "convex/server";
    import { v } from "convex/values";
    const find = (ctx, name) =>
      ctx.db.query("accounts").withIndex("by_name", (q) => q.eq("name", name)).unique();
    const add = async (ctx, name, amount) => {
      const account = await find(ctx, name);
      if (account) await ctx.db.patch("accounts", account._id, { amount: account.amount + amount });
      else await ctx.db.insert("accounts", { name, amount });
    };
    export const amount = queryGeneric({ args: { name: v.string() }, handler: async (ctx, { name }) =>
      (await find(ctx, name))?.amount ?? 0 });
    export const deposit = mutationGeneric({ args: { name: v.string(), value: v.number() },
      handler: (ctx, { name, value }) => add(ctx, name, value) });
    export const transfer = mutationGeneric({ args: { from: v.string(), to: v.string() },
      handler: async (ctx, { from, to }) => { await add(ctx, from, -1); await add(ctx, to, 1); } });
    export const top = queryGeneric({ args: {}, handler: async (ctx) =>
      (await ctx.db.query("accounts").withIndex("by_name").order("desc").take(5)).map(({ name, amount }) => [name, amount]) });
    export const close = mutationGeneric({ args: { name: v.string() }, handler: async (ctx, { name }) => {
      const account = await find(ctx, name);
      if (account) await ctx.db.delete("accounts", account._id);
    } });`,
};

const amount = makeFunctionReference<"query", { name: string }, number>("accounts:amount");
const top = makeFunctionReference<"query", Record<string, never>, [string, number][]>(
  "accounts:top",
);
const deposit = makeFunctionReference<"mutation", { name: string; value: number }, null>(
  "accounts:deposit",
);
const transfer = makeFunctionReference<"mutation", { from: string; to: string }, null>(
  "accounts:transfer",
);
const close = makeFunctionReference<"mutation", { name: string }, null>("accounts:close");

function makeProject(): { functions: string; dataDir: string } {
  const dir = makeTempFolder();
  const functions = join(dir, "convex");
  mkdirSync(functions);
  for (const [name, text] of Object.entries(FUNCTIONS)) writeFileSync(join(functions, name), text);
  symlinkSync(resolve("node_modules"), join(dir, "node_modules"));
  return { functions, dataDir: join(dir, "data") };
}

async function start(): Promise<string> {
  const backend = await startBackend({ ...makeProject(), port: 0, sitePort: 0 });
  onTestFinished(() => backend.close());
  return backend.url;
}

function connect(url: string): ConvexClient {
  const client = new ConvexClient(url, { logger: false });
  onTestFinished(() => client.close());
  return client;
}

describe("official clients", () => {
  it("never lose an update when many of them change one document", async () => {
    const url = await start();
    const clients = Array.from({ length: 8 }, () => connect(url));
    await Promise.all(
      clients.flatMap((client) =>
        Array.from({ length: 25 }, () => client.mutation(deposit, { name: "a", value: 1 })),
      ),
    );
    expect(await new ConvexHttpClient(url).query(amount, { name: "a" })).toBe(200);
  });

  it("see all their queries at one moment: money in transfer is never on two accounts", async () => {
    const url = await start();
    const sums: number[] = [];
    const read = (name: string) => client.localQueryResult("accounts:amount", { name });
    const client = new BaseConvexClient(
      url,
      () => {
        const [a, b] = [read("a"), read("b")];
        if (a !== undefined && b !== undefined) sums.push(Number(a) + Number(b));
      },
      // The same interface for what the client uses; only the event types differ.
      { logger: false, webSocketConstructor: NodeWebSocket as unknown as typeof WebSocket },
    );
    onTestFinished(() => client.close());
    const writer = connect(url);
    await writer.mutation(deposit, { name: "a", value: 100 });
    for (const name of ["a", "b"]) client.subscribe("accounts:amount", { name });
    for (let i = 0; i < 40; i++) await writer.mutation(transfer, { from: "a", to: "b" });
    await expect.poll(() => read("b")).toBe(40);
    expect(new Set(sums)).toEqual(new Set([100]));
    expect(sums.length).toBeGreaterThan(5);
  });

  it("end with the same view as a fresh reader after random writes", async () => {
    const url = await start();
    const writers = Array.from({ length: 3 }, () => connect(url));
    const views: [string, number][][] = [[], [], []];
    for (const [at, client] of writers.entries()) {
      client.onUpdate(top, {}, (value) => (views[at] = value));
    }
    let seed = 1;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const writes = writers.flatMap((client) =>
      Array.from({ length: 50 }, (_, value) => {
        const name = `n${random(20)}`;
        return random(3) === 0
          ? client.mutation(close, { name })
          : client.mutation(deposit, { name, value });
      }),
    );
    await Promise.all(writes);
    const truth = await new ConvexHttpClient(url).query(top, {});
    expect(truth).toHaveLength(5);
    await expect.poll(() => views).toEqual([truth, truth, truth]);
  });

  it(
    "apply a mutation once although the backend is killed between write and answer",
    {
      timeout: 60_000,
    },
    async () => {
      const { functions, dataDir } = makeProject();
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      let backend = await spawnBackend(functions, dataDir, port);
      const client = connect(url);
      let answered = 0;
      const writes: Promise<unknown>[] = [];
      for (let i = 0; i < 300; i++) {
        const write = client.mutation(deposit, { name: "a", value: 1 });
        writes.push(write.then(() => (answered += 1)));
      }
      await expect.poll(() => answered, { interval: 1, timeout: 20_000 }).toBeGreaterThan(20);
      backend.kill("SIGKILL");
      await once(backend, "exit");
      const answeredBefore = answered;
      backend = await spawnBackend(functions, dataDir, port);
      await Promise.all(writes);
      expect(answeredBefore).toBeLessThan(300);
      expect(await client.query(amount, { name: "a" })).toBe(300);
    },
  );
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  server.close();
  await once(server, "close");
  return port;
}

/** A backend in a process of its own, once it says that it is ready. */
async function spawnBackend(functions: string, dataDir: string, port: number) {
  const options = JSON.stringify({ functions, dataDir, port, sitePort: 0 });
  const flags = ["--import", "tsx", resolve("local/main.ts"), options];
  const child = spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (data: Buffer) => {
      if (data.includes("ready")) resolve();
    });
    child.once("exit", () => reject(new Error("The backend did not start")));
  });
  return child;
}
