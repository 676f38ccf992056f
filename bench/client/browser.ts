import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import type { Page } from "@playwright/test";
import { build } from "esbuild";
import { startBackend } from "../../packages/convex-local/src/main";
import { findBrowser } from "../../scripts/browser";
import { signingKeys } from "../../scripts/keys";
import type { bench } from "./page";

declare global {
  interface Window {
    bench: typeof bench;
  }
}

const PRODUCT_COUNTS = [3, 30, 300];
const CLIENTS = ["ours", "autumn-js 0.1.85"] as const;
const ROUNDS = 7;
/** Longer than all effects of one step. */
const SETTLED_MS = 1500;

/** The page's script, as a production build. */
async function bundlePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ["bench/client/page.tsx"],
    bundle: true,
    minify: true,
    format: "iife",
    globalName: "page",
    footer: { js: "window.bench = page.bench;" },
    target: "es2022",
    jsx: "automatic",
    write: false,
    outdir: "out",
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return outputFiles.find(({ path }) => path.endsWith(".js"))?.text ?? "";
}

/**
 * A blank page. It is served, because browsers block the local network for pages
 * without an origin.
 */
async function servePage() {
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end("<!doctype html><body></body>");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** A page in a separate browser, with the clients loaded. */
async function withPage<T>(work: (page: Page, reload: () => Promise<void>) => Promise<T>) {
  const script = await bundlePage();
  const { executablePath, env } = findBrowser(process.env);
  const served = await servePage();
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
  try {
    const page = await (await browser.newContext()).newPage();
    const reload = async () => {
      await page.goto(served.address);
      await page.addScriptTag({ content: script });
    };
    await reload();
    return await work(page, reload);
  } finally {
    await browser.close();
    served.close();
  }
}

/** Milliseconds of the pricing table, medians of alternating rounds. */
export async function measureRenders() {
  return await withPage(async (page, reload) => {
    const rows = [];
    for (const products of PRODUCT_COUNTS) {
      const times: Record<string, { mount: number; update: number; nodes: number }[]> = {};
      for (let round = 0; round < ROUNDS; round++) {
        for (const client of CLIENTS) {
          await reload();
          const time = await page.evaluate(
            ([name, count]) => window.bench.measureRender(name, count),
            [client, products] as const,
          );
          (times[client] ??= []).push(time);
        }
      }
      for (const client of CLIENTS) {
        const of = (name: "mount" | "update" | "nodes") =>
          median((times[client] ?? []).map((time) => time[name]));
        rows.push({
          products,
          client,
          mount: of("mount"),
          update: of("update"),
          nodes: of("nodes"),
        });
      }
    }
    return rows;
  });
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? NaN) * 100) / 100;
}

/** Spotlight's functions, in a temporary folder. */
async function startDeployment() {
  const dataDir = mkdtempSync(join(tmpdir(), "bench-client-"));
  const keys = await signingKeys(dataDir);
  const backend = await startBackend({
    functions: "convex",
    dataDir,
    port: 0,
    sitePort: 0,
    env: {
      BILLING_MODE: "sandbox",
      CLERK_JWT_ISSUER_DOMAIN: "disabled",
      EMBEDDED_ISSUER: "https://accounts.bench.invalid",
      EMBEDDED_JWKS: keys.jwks,
      EMBEDDED_PRIVATE_KEY: keys.privateKey,
      LOCAL_ACCOUNTS: "on",
      SITE_ORIGIN: "http://localhost",
    },
  });
  await backend.run("billing:install");
  const close = async () => {
    await backend.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: backend.url, close };
}

/** The page's calls of the deployment, by function. */
function listenTo(page: Page): () => string[] {
  let asked: string[] = [];
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => {
      asked.push(...namesIn(JSON.parse(String(payload)) as Frame));
    });
  });
  return () => {
    const before = asked;
    asked = [];
    return before;
  };
}

interface Frame {
  type: string;
  udfPath?: string;
  modifications?: { type: string; udfPath?: string }[];
}

function namesIn({ type, udfPath = "", modifications = [] }: Frame): string[] {
  if (type === "Action" || type === "Mutation") return [udfPath];
  const added = modifications.filter((change) => change.type === "Add");
  return added.map((change) => `subscribe ${change.udfPath ?? ""}`);
}

async function saveCard(page: Page, address: string): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto(address);
  await tab.getByLabel("Card number").fill("4242 4242 4242 4242");
  await tab.getByLabel(/^Expir/).fill("12/34");
  await tab.getByLabel(/^(Security code|CVC)/).fill("123");
  await tab.locator("form button[type=submit], form button").last().click();
  await tab.waitForTimeout(SETTLED_MS);
  await tab.close();
}

/** Messages of each step of a purchase with a saved card. */
export async function countMessages() {
  const deployment = await startDeployment();
  try {
    return await withPage(async (page, reload) => {
      const take = listenTo(page);
      await reload();
      const url = deployment.url;
      const { cardPage } = await page.evaluate((address) => window.bench.signIn(address), url);
      await saveCard(page, cardPage);
      const step = async (work: () => Promise<unknown>) => {
        await page.waitForTimeout(SETTLED_MS);
        take();
        await work();
        await page.waitForTimeout(SETTLED_MS);
        return take();
      };
      return {
        "first page": await step(() => page.evaluate(() => window.bench.openFirstPage())),
        checkout: await step(() => page.evaluate(() => window.bench.openCheckout())),
        confirm: await step(() => page.getByRole("button", { name: /^Confirm/ }).click()),
      };
    });
  } finally {
    await deployment.close();
  }
}
