import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { eventually, makeIssuer, makeProject, startFixture, messages } from "./fixture";

/** After the end of the action, whose run an error would fail before. */
const LATER_MS = 100;
const project = makeProject({
  "convex/stray.ts": `
    import { actionGeneric } from "convex/server";
    export const act = actionGeneric(async () => {
      setTimeout(() => { throw new Error("of a timer"); }, ${LATER_MS});
      const body = new ReadableStream({ start: (own) => setTimeout(() => own.enqueue(1), ${LATER_MS}) });
      await body.cancel();
      await new Promise((resolve) => setTimeout(resolve, 1));
    });`,
});
const issuer = await makeIssuer();
const children: ChildProcess[] = [];
const SLOW_MS = 60_000;

afterEach(() => children.splice(0).forEach((child) => child.kill("SIGKILL")));
afterAll(() => project.remove());

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** The backend as its own process; resolves with its first output. */
async function spawnBackend(port: number, dataDir = "data") {
  const { functions, dir } = project;
  const folder = { functions, dataDir: join(dir, dataDir) };
  const options = { ...folder, port, sitePort: 0, env: { JWKS: issuer.jwks } };
  const flags = [
    "--import",
    "tsx",
    resolve("packages/convex-local/src/main.ts"),
    JSON.stringify(options),
  ];
  const child = spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  const said = await new Promise<string>((done) => {
    child.stdout.on("data", (data: Buffer) => done(data.toString()));
    child.stderr.on("data", (data: Buffer) => done(data.toString()));
  });
  return { child, said };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, "exit");
  child.kill(signal);
  const [code] = (await exited) as [number | null];
  return code;
}

describe("a killed backend", () => {
  it(
    "applies every mutation once, and its clients come back signed in",
    async () => {
      const port = await freePort();
      const { child } = await spawnBackend(port);
      const client = new ConvexClient(`http://127.0.0.1:${port}`, { logger: false });
      client.setAuth(() => issuer.sign("ada"));
      const channel = "crash";
      const bodies = Array.from({ length: 40 }, (_, index) => `message ${index}`);
      const sent = bodies.map((body) => client.mutation(messages.slow, { channel, body }));
      await sent[3];
      await end(child, "SIGKILL");
      await spawnBackend(port);
      await Promise.all(sent);
      expect(await client.query(messages.list, { channel })).toEqual(bodies);
      expect(await client.query(messages.me, {})).toMatchObject({ subject: "ada" });
      await client.close();
    },
    SLOW_MS,
  );

  it(
    "survives later errors of functions, and stops at once on SIGTERM, keeping acknowledged writes",
    async () => {
      const port = await freePort();
      const { child } = await spawnBackend(port);
      const http = new ConvexHttpClient(`http://127.0.0.1:${port}`, { logger: false });
      await http.action(makeFunctionReference<"action">("stray:act"), {});
      await sleep(2 * LATER_MS);
      await http.mutation(messages.send, { channel: "term", body: "kept" });
      expect(await end(child, "SIGTERM")).toBe(0);
      await spawnBackend(port);
      expect(await http.query(messages.list, { channel: "term" })).toEqual(["kept"]);
    },
    SLOW_MS,
  );
});

describe("a backend that cannot start", () => {
  it(
    "names the taken port or folder and ends with 1",
    async () => {
      const port = await freePort();
      await spawnBackend(port);
      const sameFolder = await spawnBackend(await freePort());
      expect(sameFolder.said).toMatch(/in use/);
      const samePort = await spawnBackend(port, "other data");
      expect(samePort.said).toContain(`Port ${port} on 127.0.0.1 is in use.`);
      const codes = [sameFolder, samePort].map(
        async ({ child }) => child.exitCode ?? ((await once(child, "exit")) as [number])[0],
      );
      expect(await Promise.all(codes)).toEqual([1, 1]);
    },
    SLOW_MS,
  );
});

describe("a repeated request", () => {
  it("gets its first answer with the same timestamp, and is not applied again", async () => {
    const backend = await startFixture(project, issuer.jwks, {
      dataDir: join(project.dir, "repeated"),
    });
    const request = {
      type: "Mutation",
      requestId: 7,
      udfPath: "messages:send",
      args: [{ channel: "repeat", body: "once" }],
    };
    const ask = async () => {
      const socket = new WebSocket(`${backend.url.replace("http", "ws")}/api/1.48.0/sync`);
      await once(socket, "open");
      socket.send(JSON.stringify({ type: "Connect", sessionId: "s1", connectionCount: 0 }));
      socket.send(JSON.stringify(request));
      const answer = await eventually<Record<string, unknown>>(
        (onValue) =>
          socket.on("message", (data) =>
            onValue(JSON.parse((data as Buffer).toString()) as Record<string, unknown>),
          ),
        ({ type }) => type === "MutationResponse",
      );
      socket.terminate();
      return answer;
    };
    const first = await ask();
    expect(first).toMatchObject({ success: true, result: 4 });
    expect(await ask()).toEqual(first);
    expect(await backend.run("messages:list", { channel: "repeat" })).toEqual(["once"]);
    await backend.close();
  });
});

describe("a data folder that was deleted", () => {
  it("closes clients that have seen later times, without stopping them for ever", async () => {
    const backend = await startFixture(project, issuer.jwks, { dataDir: join(project.dir, "new") });
    const socket = new WebSocket(`${backend.url.replace("http", "ws")}/api/sync`);
    await once(socket, "open");
    const maxObservedTimestamp = Buffer.alloc(8, 0x7f).toString("base64");
    socket.send(JSON.stringify({ type: "Connect", sessionId: "s2", maxObservedTimestamp }));
    const [code, reason] = (await once(socket, "close")) as [number, Buffer];
    expect(code).toBe(1011);
    expect(reason.toString()).toMatch(/^InternalServerError/);
    await backend.close();
  });
});
