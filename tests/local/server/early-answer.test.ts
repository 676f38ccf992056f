import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Backend } from "../../../packages/convex-local/src/main";
import { makeIssuer, makeProject, startFixture } from "./fixture";

const project = makeProject({
  "convex/crons.ts": "export {};",
  "convex/http.ts": `
    import { httpActionGeneric, httpRouter } from "convex/server";
    const http = httpRouter();
    const route = (path, handler) => http.route({ path, method: "POST", handler: httpActionGeneric(handler) });
    route("/refuse", async () => new Response("no", { status: 400 }));
    route("/empty", async () => new Response(null, { status: 204 }));
    route("/cancel", async (_, request) => {
      const reader = request.body.getReader();
      await reader.read();
      await reader.cancel();
      return new Response("no", { status: 400 });
    });
    route("/echo", async (_, request) => new Response(request.body));
    export default http;`,
});
const PIECES = 12;
const PIECE = Buffer.alloc(100_000, "a");
const PAUSE_MS = 100;

let backend: Backend;
beforeAll(async () => {
  backend = await startFixture(project, (await makeIssuer()).jwks);
});
afterAll(async () => {
  await backend.close();
  project.remove();
});

/** Sends a body as a slow browser does, and reads the answer on the same connection. */
async function sendSlowly(url: string) {
  const { port, host, pathname, search } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  const got: Buffer[] = [];
  let problem: Error | undefined;
  socket.on("data", (chunk) => got.push(chunk));
  socket.on("error", (error) => (problem = error));
  await once(socket, "connect");
  const length = `Content-Length: ${PIECES * PIECE.length}`;
  socket.write(`POST ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n${length}\r\n\r\n`);
  for (let sent = 0; sent < PIECES && !socket.closed; sent += 1) {
    await sleep(PAUSE_MS);
    socket.write(PIECE);
  }
  await sleep(PAUSE_MS);
  const wasOpen = !socket.closed;
  socket.destroy();
  const text = Buffer.concat(got).toString();
  return { status: Number(text.split(" ")[1]), wasOpen, problem, text };
}

describe("a request that is answered before its body has arrived", () => {
  it.each([
    ["of a function that does not read it", "siteUrl", "/refuse", 400],
    ["of a function that stops reading it", "siteUrl", "/cancel", 400],
    ["without a body in the answer", "siteUrl", "/empty", 204],
    ["without a route", "siteUrl", "/none", 404],
    ["to a used upload URL", "url", "/api/storage/upload?token=used", 401],
  ] as const)("keeps its connection until then: %s", async (_, base, path, status) => {
    expect(await sendSlowly(`${backend[base]}${path}`)).toMatchObject({
      ...{ status, wasOpen: true, problem: undefined },
    });
  });

  it("may be what the answer consists of", async () => {
    const { status, text } = await sendSlowly(`${backend.siteUrl}/echo`);
    expect({ status, echoed: text.split("a").length - 1 > PIECES * PIECE.length - 1 }).toEqual({
      ...{ status: 200, echoed: true },
    });
  });
});

it("keeps an idle connection for longer than a busy thread takes", async () => {
  const { headers } = await fetch(`${backend.url}/version`);
  expect(headers.get("Keep-Alive")).toBe("timeout=120");
});
