import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { claimPort } from "../../scripts/ports";
import { Refusal } from "../../scripts/refusal";

async function listen(host: string): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, host);
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

describe("claimPort", () => {
  it("accepts a free port, and leaves it free", async () => {
    const { server, port } = await listen("127.0.0.1");
    server.close();
    await once(server, "close");
    await claimPort(port, "PORT", "start");
    await claimPort(port, "PORT", "start");
  });

  it("refuses a taken port, with the variable and the command", async () => {
    const { port } = await listen("127.0.0.1");
    const claimed = claimPort(port, "CONVEX_PORT", "run dev");
    await expect(claimed).rejects.toBeInstanceOf(Refusal);
    await expect(claimed).rejects.toThrow(
      `Port ${port} is in use, perhaps by another Spotlight. Stop that, or choose another port:\n` +
        "  CONVEX_PORT=<port> npm run dev",
    );
  });

  it.each([
    ["127.0.0.1", "EADDRINUSE", "is in use"],
    ["::1", "EADDRINUSE", "is in use"],
    ["127.0.0.1", "EACCES", "needs rights that you don't have. Choose one above 1023:\n  PORT="],
    ["::1", "EADDRNOTAVAIL", null],
  ])("reports for %s that it is %s", async (where, code, message) => {
    vi.resetModules();
    vi.doMock("node:net", () => ({
      createServer: () => {
        const told = new Map<string, (error: object) => void>();
        const server = {
          once: (event: string, listener: (error: object) => void) => told.set(event, listener),
          listen: (
            { host, exclusive }: { host: string; exclusive: boolean },
            ready: () => void,
          ) => {
            expect(exclusive).toBe(true);
            if (host === where) told.get("error")?.({ code });
            else ready();
          },
          close: (done: () => void) => done(),
        };
        return server;
      },
    }));
    const { claimPort: claim } = await import("../../scripts/ports");
    const claimed = claim(80, "PORT", "start");
    if (message === null) await claimed;
    else await expect(claimed).rejects.toThrow(message);
    vi.doUnmock("node:net");
    vi.resetModules();
  });
});
