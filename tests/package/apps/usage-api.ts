import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { statSync } from "node:fs";
import { join } from "node:path";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesUnder } from "../../../packages/billing/scripts/files";
import { startBackend } from "../../../packages/convex-local/src/main";
import type { Backend } from "../../../packages/convex-local/src/main";
import { payOn } from "../../v1/backend";
import { checkTypes, countLines } from "../example-copy";
import type { StrangersApp } from "../example-copy";

const MAX_LINES = 55;
const MAX_DIRECT_BYTES = 250_000;
const LONG_MS = 120_000;
const SECRET_KEY = `sk_sandbox_${"7".repeat(48)}`;

const MISUSE = `import { createDirectClient } from "@spotlight/billing-direct";
const billing = createDirectClient({ secretKey: "sk" });
export const allowed: Promise<boolean | undefined> = billing
  .check({ customer_id: "ana", feature_id: "api_calls" })
  .then(({ data }) => data?.allowed);
// @ts-expect-error: a check names its customer.
export const wrong = billing.check({ feature_id: "api_calls" });
`;

/** Starts the app's own server. Returns its URL and a function that stops it. */
async function startServer(folder: string, env: Record<string, string>) {
  const server = spawn(process.execPath, ["server.mjs"], {
    cwd: folder,
    env: { ...process.env, ...env, PORT: "0" },
  });
  const [first] = (await once(server.stdout, "data")) as [Buffer];
  return { url: first.toString().trim(), stop: () => server.kill() };
}

/** An API that charges per call: its server calls billing over HTTP. */
export function testUsageApi(install: () => Promise<StrangersApp>): void {
  describe("an API that is paid by the call", () => {
    let app: StrangersApp;
    let backend: Backend;
    const open: (() => unknown)[] = [];

    beforeAll(async () => {
      app = await install();
      open.push(app.remove);
      backend = await startBackend({
        functions: join(app.folder, "convex"),
        dataDir: join(app.folder, "data"),
        port: 0,
        sitePort: 0,
        env: { BILLING_MODE: "sandbox", BILLING_SECRET_KEY: SECRET_KEY },
      });
      open.push(backend.close);
      await backend.run("billing:install");
    }, LONG_MS);

    afterAll(async () => {
      for (const close of open.reverse()) await close();
    });

    it(`is at most ${MAX_LINES} lines`, async () => {
      expect(await countLines(app.folder)).toBeLessThanOrEqual(MAX_LINES);
    });

    it("has a client of 250 kB without dependencies, whose types need nothing else", async () => {
      const direct = join(app.folder, "node_modules/@spotlight/billing-direct");
      const { messages } = await publint({ pkgDir: direct, pack: false, strict: true });
      expect(messages).toEqual([]);
      const bytes = filesUnder(direct, /\.\w+$|LICENSE$/).map(
        (path) => statSync(join(direct, path)).size,
      );
      expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_DIRECT_BYTES);
      await writeFile(join(app.folder, "convex/misuse.ts"), MISUSE);
      await checkTypes(app.folder);
    });

    it("answers what is free, says how to pay, and goes on once that is paid", async () => {
      const env = { CONVEX_SITE_URL: backend.siteUrl, BILLING_SECRET_KEY: SECRET_KEY };
      const server = await startServer(app.folder, env);
      open.push(server.stop);
      const call = async (id: string, key = "key_ana") => {
        const headers = { Authorization: `Bearer ${key}`, "X-Request-Id": id };
        const response = await fetch(server.url, { headers });
        return { status: response.status, body: (await response.json()) as { pay?: string } };
      };
      expect((await call("1", "key_bo")).status).toBe(401);
      const first = await call("1");
      expect(first.status).toBe(200);
      // A client that repeats a request pays once, for one response.
      expect(await call("1")).toEqual(first);
      expect((await call("2")).status).toBe(200);
      const refused = await call("3");
      expect(refused.status).toBe(402);
      await payOn(refused.body.pay ?? "");
      expect((await call("4")).status).toBe(200);
    });
  });
}
