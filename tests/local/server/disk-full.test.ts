import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { imported, pack, post } from "./archive";
import { makeIssuer, makeProject, messages, startFixture } from "./fixture";

const project = makeProject();
const issuer = await makeIssuer();
const children: ChildProcess[] = [];
const dataDir = join(project.dir, "data");
/**
 * The largest file size: the system refuses more, as on a full disk. In blocks of
 * 512 bytes or more.
 */
const BLOCKS = 400;
const BODY = "x".repeat(20_000);

afterEach(() => children.splice(0).forEach((child) => child.kill("SIGKILL")));
afterAll(() => project.remove());

/** A backend whose files cannot grow beyond some hundred kilobytes; resolves with its URL. */
async function startOnFullDisk() {
  const options = { functions: project.functions, dataDir, port: 0, env: { JWKS: issuer.jwks } };
  const command = `ulimit -f ${BLOCKS}; exec "$@"`;
  const flags = [
    "--import",
    "tsx",
    resolve("packages/convex-local/src/main.ts"),
    JSON.stringify(options),
  ];
  const child = spawn("sh", ["-c", command, "sh", process.execPath, ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const lines: string[] = [];
  const url = new Promise<string>((done) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on("line", (line) => {
        lines.push(line);
        const [, address] = /is ready: (\S+)/.exec(line) ?? [];
        if (address) done(address);
      });
  });
  return { child, lines, url: await url };
}

describe("a backend whose disk is full", () => {
  it("stores nothing of an import, still reads, says once why it does not write, and has lost nothing at the next start", async () => {
    const { child, lines, url } = await startOnFullDisk();
    const admin = { url, adminKey: readFileSync(join(dataDir, "admin-key"), "utf8").trim() };
    const large = "x".repeat(BLOCKS * 1024);
    const state = await imported(admin, await pack({ "_storage/large": large }), { format: "zip" });
    expect(state.error_message).toContain("EFBIG");
    const { uploadToken } = (await post("import/start_upload", admin)) as { uploadToken: string };
    const part = `import/upload_part?partNumber=1&uploadToken=${uploadToken}`;
    expect(await post(part, admin, large)).toMatchObject({ code: "NotSaved" });
    expect(await post(part, admin, "{}")).toMatchObject({ code: "ImportUploadNotFound" });
    expect(readdirSync(join(dataDir, "files"))).toEqual([]);

    const http = new ConvexHttpClient(url, { logger: false });
    const channel = "full";
    let acknowledged = 0;
    const send = () => http.mutation(messages.send, { channel, body: BODY });
    const failure = await (async () => {
      for (;;) {
        const error = await send().then(
          () => null,
          (reason: unknown) => reason,
        );
        if (error !== null) return error instanceof Error ? error.message : "";
        acknowledged += 1;
      }
    })();
    expect(failure).toContain(
      "The disk of the backend is full: free some space. Nothing was saved. Reads still work.",
    );
    expect(failure).not.toContain(project.dir);
    expect(acknowledged).toBeGreaterThan(2);

    // The official client gets the error as well, and keeps its connection.
    const client = new ConvexClient(url, { logger: false });
    for (let tries = 0; tries < 20; tries += 1)
      await expect(client.mutation(messages.send, { channel, body: BODY })).rejects.toThrow(
        "The disk of the backend is full",
      );
    expect(await client.query(messages.list, { channel })).toHaveLength(acknowledged);
    await client.close();
    const uploadUrl = `${url}/api/storage/upload?token=none`;
    expect((await fetch(uploadUrl, { method: "POST", body: "x" })).status).toBe(401);

    const spoken = lines.filter((line) => !line.startsWith("[messages:list]"));
    expect(spoken.filter((line) => line.includes("disk"))).toHaveLength(1);
    expect(spoken.length).toBeLessThan(10);

    child.kill("SIGKILL");
    await once(child, "exit");
    const after = await startFixture(project, issuer.jwks, { dataDir });
    expect(await after.run("messages:list", { channel })).toHaveLength(acknowledged);
    await after.run("messages:send", { channel, body: "again" });
    await after.close();
  }, 60_000);
});
