import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import WebSocket from "ws";
import type { Backend } from "../../../local/main";
import { makeIssuer, makeProject, startFixture } from "./fixture";

const SILENCE_MS = 15_000;

const project = makeProject();
let backend: Backend;

beforeAll(async () => {
  backend = await startFixture(project, (await makeIssuer()).jwks);
});
afterAll(async () => {
  vi.useRealTimers();
  await backend.close();
  project.remove();
});

describe("a silent socket", () => {
  it("is spoken to every 15 seconds, or its client would take the backend for dead", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const socket = new WebSocket(`${backend.url.replace("http", "ws")}/api/sync`);
    await once(socket, "open");
    const heard: unknown[] = [];
    socket.on("message", (data) => heard.push(JSON.parse((data as Buffer).toString())));
    const settle = async () => {
      const pong = once(socket, "pong");
      socket.ping();
      await pong;
    };
    vi.advanceTimersByTime(SILENCE_MS - 1);
    await settle();
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1);
    await settle();
    expect(heard).toEqual([{ type: "Ping" }]);
    vi.advanceTimersByTime(SILENCE_MS);
    await settle();
    expect(heard).toEqual([{ type: "Ping" }, { type: "Ping" }]);
    socket.terminate();
  });
});
