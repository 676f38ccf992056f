import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import WebSocket from "ws";
import type { Backend } from "../../../packages/convex-local/src/main";
import { makeIssuer, makeProject, startFixture } from "./fixture";

const SILENCE_MS = 15_000;
const MINUTE_MS = 60_000;

const project = makeProject();
let backend: Backend;

beforeAll(async () => {
  backend = await startFixture(project, (await makeIssuer()).jwks);
});
afterAll(async () => {
  await backend.close();
  project.remove();
});

/** Until each side has read what the other sent. */
async function settle(socket: WebSocket): Promise<void> {
  const pong = once(socket, "pong");
  socket.ping();
  await pong;
}

describe("a silent socket", () => {
  it("gets a message every 15 seconds, or its client would close it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const socket = new WebSocket(`${backend.url.replace("http", "ws")}/api/sync`);
    await once(socket, "open");
    const heard: unknown[] = [];
    socket.on("message", (data) => heard.push(JSON.parse((data as Buffer).toString())));
    vi.advanceTimersByTime(SILENCE_MS - 1);
    await settle(socket);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1);
    await settle(socket);
    expect(heard).toEqual([{ type: "Ping" }]);
    vi.advanceTimersByTime(SILENCE_MS);
    await settle(socket);
    expect(heard).toEqual([{ type: "Ping" }, { type: "Ping" }]);
    socket.terminate();
  });

  it.each([
    { autoPong: true, what: "stays while its client answers pings", state: WebSocket.OPEN },
    { autoPong: false, what: "is closed when it answers none", state: WebSocket.CLOSED },
  ])("$what for two minutes", async ({ autoPong, state }) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    const url = `${backend.url.replace("http", "ws")}/api/sync`;
    const socket = new WebSocket(url, { autoPong });
    await once(socket, "open");
    vi.advanceTimersByTime(MINUTE_MS);
    await settle(socket);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    const closed = once(socket, "close");
    vi.advanceTimersByTime(MINUTE_MS);
    await (state === WebSocket.CLOSED ? closed : settle(socket));
    expect(socket.readyState).toBe(state);
    socket.terminate();
  });
});
