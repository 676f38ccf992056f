import { readdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startBackend } from "../../../packages/convex-local/src/main";
import { closeGate } from "./gates";
import { serveWebProject } from "./web-project";

const { project, issuer, lines, backend } = await serveWebProject();

describe("a backend", () => {
  const start = (dataDir: string, more: object = {}) =>
    startBackend({
      ...{
        functions: project.functions,
        dataDir: join(project.dir, dataDir),
        port: 0,
      },
      ...{ env: { JWKS: issuer.jwks }, ...more },
    });
  const listening = async (server: Server) => {
    onTestFinished(() => void server.close());
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };

  it("deletes files without a row at its start, and no others", async () => {
    const first = await start("swept");
    const run = await fetch(`${first.url}/api/action`, {
      ...{ method: "POST", body: JSON.stringify({ path: "web:keep" }) },
    });
    const answer = (await run.json()) as { value: string[] };
    expect(answer).toMatchObject({ status: "success" });
    const { value } = answer;
    await first.close();
    const files = join(project.dir, "swept", "files");
    writeFileSync(join(files, "left"), "over");
    const second = await start("swept");
    expect(readdirSync(files)).toEqual([value[0]]);
    await second.close();
  });

  it("that cannot start releases its folder and its ports", async () => {
    const taken = await listening(createServer().listen(0, "127.0.0.1"));
    const leaving = createServer().listen(0, "127.0.0.1");
    const free = await listening(leaving);
    await new Promise((closed) => leaving.close(closed));
    writeFileSync(join(project.functions, "bad.ts"), "export const = ;");
    const broken = start("again", { port: free, sitePort: 0 });
    await expect(broken).rejects.toMatchObject({ code: "InvalidModules" });
    writeFileSync(join(project.functions, "bad.ts"), "export {};");
    await expect(start("again", { port: free, sitePort: taken })).rejects.toMatchObject({
      code: "port_in_use",
      message: `Port ${taken} on 127.0.0.1 is in use. Stop the program that uses it, or choose another port.`,
    });
    const running = await start("again", { port: free, sitePort: 0 });
    expect(running.url).toBe(`http://127.0.0.1:${free}`);
    await running.close();
    for (const url of [running.url, running.siteUrl]) await expect(fetch(url)).rejects.toThrow();
  });

  it("that is closed lets the pending mutation end, and keeps its writes", async () => {
    const gate = closeGate("closing");
    const closed = await start("closed");
    const writing = closed.run("web:slow");
    await gate.arrived;
    const closing = closed.close();
    gate.open();
    expect(await writing).toEqual(expect.any(String));
    await closing;
    const again = await start("closed");
    expect(await again.run("messages:list", { channel: "late" })).toEqual(["kept"]);
    await again.close();
  });

  it("says why it cannot listen", async () => {
    await expect(start("again", { host: "192.0.2.1" })).rejects.toMatchObject({
      code: "port_refused",
      message: expect.stringMatching(/^Cannot listen on 192\.0\.2\.1, port 0: /) as unknown,
    });
  });

  it("survives an unhandled rejection, and logs it", async () => {
    const told = lines.length;
    process.emit("unhandledRejection", new Error("forgotten"), Promise.resolve());
    await expect.poll(() => lines.slice(told)).toContain("Unhandled rejection: Error: forgotten");
  });

  it("runs any function for its own process, and throws what it threw", async () => {
    expect(await backend.run("web:hidden", { n: 1 })).toBe(1);
    expect(await backend.run("web:ask")).toBeNull();
    await expect(backend.run("messages:broken")).rejects.toThrow("broken");
  });
});
