import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import WebSocket from "ws";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeIssuer, makeProject } from "./fixture";
import { Wire } from "./wire";

const FUNCTIONS = `
import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
export const marker = query({ handler: () => null });
export const lengthOf = query({ handler: (_, { text }) => text.length });
export const page = query({ handler: (_, { paginationOpts: { id } }) => "x".repeat(250_000) + id });
export const count = query({ handler: async (ctx) => (await ctx.db.query("messages").collect()).length });
export const add = mutation({ handler: async (ctx) => { await ctx.db.insert("messages", { channel: "a", body: "" }); } });`;

/** The memory of the process: either flood alone would need more. */
const HEAP_MIB = 224;

const issuer = await makeIssuer();
const project = makeProject({ "convex/crons.ts": "export {};", "convex/live.ts": FUNCTIONS });
const sockets: WebSocket[] = [];
let child: ReturnType<typeof spawn>;
let url: string;

beforeAll(async () => {
  const ports = { port: 0, sitePort: 0, proxies: ["127.0.0.1"] };
  const { functions, dir } = project;
  const env = { JWKS: issuer.jwks };
  const options = { functions, dataDir: join(dir, "data"), env, ...ports };
  const flags = [
    `--max-old-space-size=${HEAP_MIB}`,
    "--import",
    "tsx",
    resolve("packages/convex-local/src/main.ts"),
  ];
  child = spawn(process.execPath, [...flags, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = (await once(child.stdout ?? child, "data")) as [Buffer];
  url = /http:\/\/[\d.:]+/.exec(said.toString())?.[0] ?? said.toString();
});
afterAll(async () => {
  sockets.forEach((socket) => socket.terminate());
  child.kill("SIGKILL");
  if (child.exitCode === null) await once(child, "exit");
  project.remove();
});

/** Sends texts from an address; resolves with the backend's close reason. */
async function flood(address: string, texts: Iterable<string>): Promise<string> {
  const headers = { "X-Forwarded-For": address };
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/sync`, { headers });
  sockets.push(socket);
  const ended = new Promise<string>((end) => {
    socket.on("close", (_, reason) => end(reason.toString()));
    socket.on("unexpected-response", (_, { statusCode }) => end(`HTTP ${String(statusCode)}`));
    socket.on("error", ({ message }) => end(message));
  });
  socket.on("open", () => {
    for (const text of texts) socket.send(text);
  });
  return await ended;
}

const CONNECT = JSON.stringify({ type: "Connect", sessionId: "s", connectionCount: 0 });

/** A thousand subscriptions in ten messages. */
function* subscriptions(udfPath: string, argsOf: (queryId: number) => object): Generator<string> {
  yield CONNECT;
  for (let version = 0; version < 10; version += 1) {
    const modifications = Array.from({ length: 100 }, (_, n) => {
      const queryId = version * 100 + n;
      return { type: "Add", queryId, udfPath, args: [argsOf(queryId)] };
    });
    const versions = { baseVersion: version, newVersion: version + 1 };
    yield JSON.stringify({ type: "ModifyQuerySet", ...versions, modifications });
  }
}

const REFUSED = /^(HTTP 429|TooManyConcurrentRequests: The connections of this address use)/;

describe("a backend with little memory", () => {
  const large = "y".repeat(15_000);

  it.each<[what: string, count: number, texts: (socket: number) => Iterable<string>]>([
    [
      "subscriptions with large arguments",
      12,
      (socket) => subscriptions("live:lengthOf", (id) => ({ text: `${socket} ${id} ${large}` })),
    ],
    [
      "large answers that differ by an invented id",
      12,
      (socket) =>
        subscriptions("live:page", (id) => {
          const paginationOpts = { numItems: 1, cursor: null, id: socket * 1_000 + id };
          return { paginationOpts };
        }),
    ],
  ])("ends sockets that ask for too many %s, and serves others", async (_, count, texts) => {
    const other = await Wire.open(url, crypto.randomUUID(), { "X-Forwarded-For": "192.0.2.1" });
    other.watch(1, "live:count");
    await other.news(1);
    const ends: string[] = [];
    for (let socket = 0; socket < count; socket += 1)
      void flood(`198.51.100.${socket % 3}`, texts(socket)).then((end) => ends.push(end));
    // The remaining ones fit: some of the first.
    const half = count / 2;
    await vi.waitFor(() => expect(ends.length).toBeGreaterThan(half), { timeout: 50_000 });
    expect(ends.filter((end) => !REFUSED.test(end))).toEqual([]);
    const known = other.told(1).length;
    expect(await other.mutate("live:add")).toMatchObject({ success: true });
    await other.news(1, known);
    other.close();
    expect(child.exitCode).toBeNull();
  });
});
