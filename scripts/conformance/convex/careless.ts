"use node";
import { EventEmitter } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { actionGeneric } from "convex/server";
import { v } from "convex/values";

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
const LONG_MS = 2_000;

/** A port at which no program listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, done));
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  await new Promise((done) => server.close(done));
  return port;
}

/** Errors that no code handles, and the end of the process. */
const WAYS = {
  exit: () => process.exit(1),
  exitLater: () => void setTimeout(() => process.exit(0), 1),
  emits: () => void setTimeout(() => new EventEmitter().emit("error", new Error("careless")), 1),
  socket: async () => void connect(await closedPort(), "127.0.0.1"),
  callback: () =>
    void setTimeout(() => {
      throw new Error("careless");
    }, 1),
};

const ways = v.union(
  ...(["exit", "exitLater", "emits", "socket", "callback"] as const).map((way) => v.literal(way)),
);

export const fails = actionGeneric({
  args: { how: ways },
  handler: async (_, { how }) => {
    console.log("before", how);
    await WAYS[how]();
    await sleep(LONG_MS);
  },
});

export const works = actionGeneric({
  args: { forMs: v.number() },
  handler: async (_, { forMs }) => {
    await sleep(forMs);
    return "done";
  },
});
