import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { findRunning, generate, noteAddress } from "../../../packages/convex-local/cli/convex-cli";
import { UsageError } from "../../../packages/convex-local/cli/options";
import { startBackend } from "../../../packages/convex-local/src/main";
import { loadAdminKey } from "../../../packages/convex-local/src/server/secrets";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "cli-"));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** A server, what it is asked, and its URL. */
async function serve(answer: RequestListener) {
  const asked: Pick<IncomingMessage, "url" | "headers">[] = [];
  const server = createServer((request, response) => {
    asked.push({ url: request.url, headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe("the admin key", () => {
  it("is no argument of the Convex CLI, which calls this backend whatever the environment says", async () => {
    const names = ["CONVEX_SELF_HOSTED_URL", "CONVEX_SELF_HOSTED_ADMIN_KEY", "CONVEX_DEPLOYMENT"];
    const project = folderWith({
      "node_modules/convex/package.json": `{ "name": "convex" }`,
      "node_modules/convex/bin/main.js": `
        console.error(JSON.stringify({ args: process.argv.slice(2), env: ${JSON.stringify(names)}.map((name) => process.env[name]) }));
        process.exitCode = 1;`,
    });
    const target = { url: "http://127.0.0.1:1", adminKey: "local|key" };
    process.env["CONVEX_DEPLOYMENT"] = "dev:cloud";
    closing.push(() => delete process.env["CONVEX_DEPLOYMENT"]);
    expect(JSON.parse((await generate(project, target)) ?? "")).toEqual({
      args: ["codegen", "--typecheck", "disable", "--url", target.url],
      env: [target.url, target.adminKey, ""],
    });
  });

  it("is for the backend of its folder", async () => {
    const functions = join(folderWith({ "convex/none.ts": "" }), "convex");
    const dataDir = folderWith({});
    const backend = await startBackend({ functions, dataDir, port: 0, sitePort: 0 });
    closing.push(() => backend.close());
    noteAddress(dataDir, backend.url);
    expect(await findRunning(dataDir)).toEqual({ url: backend.url, adminKey: backend.adminKey });

    // It passes the challenge on to the backend, to look like it.
    const relay = await serve(
      ({ url }, response) =>
        void fetch(`${backend.url}${url}`)
          .then((answer) => answer.text())
          .then((text) => response.end(text)),
    );
    noteAddress(dataDir, relay.url);
    await expect(findRunning(dataDir)).rejects.toThrow(UsageError);
    expect(relay.asked).toHaveLength(1);
    expect(JSON.stringify(relay.asked)).not.toContain(loadAdminKey(dataDir).slice("local|".length));
  });

  it("is not for another server at the address of before", async () => {
    const other = await serve((_, response) => response.end("local"));
    const dataDir = folderWith({ address: other.url });
    await expect(findRunning(dataDir)).rejects.toThrow(`No backend serves ${dataDir}.`);
    expect(JSON.stringify(other.asked)).not.toContain(loadAdminKey(dataDir).slice("local|".length));
  });
});
