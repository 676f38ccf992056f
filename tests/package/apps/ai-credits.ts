import { createServer } from "node:http";
import type { Server } from "node:http";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import type { Page } from "@playwright/test";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { build, preview } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBackend } from "../../../packages/convex-local/src/main";
import type { Backend } from "../../../packages/convex-local/src/main";
import { findTestBrowser } from "../../../scripts/browser";
import { checkTypes, countLines, freePort, PATIENCE_MS } from "../example-copy";
import type { StrangersApp } from "../example-copy";

const ISSUER = "https://sign-in.example";
const MAX_LINES = 140;
const LONG_MS = 240_000;

/** The app's sign-in: the variables that configure it, and a token for one user. */
async function makeSignIn() {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "1", alg: "ES256", use: "sig" };
  const set = Buffer.from(JSON.stringify({ keys: [jwk] })).toString("base64");
  const token = await new SignJWT({ name: "Ana" })
    .setProtectedHeader({ alg: "ES256", kid: "1", typ: "JWT" })
    .setIssuer(ISSUER)
    .setAudience("ai-credits")
    .setSubject("ana")
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(privateKey);
  const jwks = `data:application/json;base64,${set}`;
  return { token, env: { SIGN_IN_ISSUER: ISSUER, SIGN_IN_JWKS: jwks } };
}

/** A model with one response. It gives none while `isBusy`. */
async function startModel(state: { isBusy: boolean; asked: number }): Promise<[string, Server]> {
  const server = createServer((_request, response) => {
    state.asked += 1;
    response.writeHead(state.isBusy ? 503 : 200).end(`Ink dries. ${state.asked}`);
  });
  const port = await freePort();
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  return [`http://127.0.0.1:${port}`, server];
}

async function pay(page: Page): Promise<void> {
  await page.getByLabel("Card number").fill("4242 4242 4242 4242");
  await page.getByLabel(/^Expir/).fill("12/34");
  await page.getByLabel(/^(Security code|CVC)/).fill("123");
  await page.getByRole("button", { name: /^Pay / }).click();
}

/** An app whose completions cost credits, with a paywall and top-ups. */
export function testAiCredits(install: () => Promise<StrangersApp>): void {
  describe("an app that sells AI credits", () => {
    let app: StrangersApp;
    let backend: Backend;
    let site: string;
    let token: string;
    const model = { isBusy: false, asked: 0 };
    const open: (() => unknown)[] = [];

    beforeAll(async () => {
      app = await install();
      open.push(app.remove);
      const [modelUrl, server] = await startModel(model);
      open.push(() => server.close());
      const signIn = await makeSignIn();
      ({ token } = signIn);
      const port = await freePort();
      site = `http://localhost:${port}`;
      backend = await startBackend({
        functions: join(app.folder, "convex"),
        dataDir: join(app.folder, "data"),
        port: 0,
        sitePort: 0,
        env: { ...signIn.env, BILLING_MODE: "sandbox", SITE_ORIGIN: site, MODEL_URL: modelUrl },
      });
      open.push(backend.close);
      await backend.run("billing:install");
      const quiet = { root: app.folder, configFile: false, logLevel: "error" } as const;
      const define = {
        "import.meta.env.VITE_CONVEX_URL": JSON.stringify(backend.url),
        "import.meta.env.VITE_CONVEX_SITE_URL": JSON.stringify(backend.siteUrl),
      };
      await build({ ...quiet, define });
      const pages = await preview({ ...quiet, preview: { port, strictPort: true } });
      open.push(() => pages.close());
    }, LONG_MS);

    afterAll(async () => {
      for (const close of open.reverse()) await close();
    });

    it(`is at most ${MAX_LINES} lines, which type-check`, async () => {
      expect(await countLines(app.folder)).toBeLessThanOrEqual(MAX_LINES);
      await checkTypes(app.folder);
    });

    it(
      "answers while there are credits, shows the paywall, and sells a plan and a top-up",
      async () => {
        const { executablePath, env } = findTestBrowser(process.env);
        const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
        open.push(() => browser.close());
        const page = await browser.newPage();
        page.setDefaultTimeout(PATIENCE_MS);
        const session = JSON.stringify({ user: "ana", token });
        await page.addInitScript((value) => localStorage.setItem("session", value), session);
        await page.goto(site);
        const credits = (count: number) =>
          page.getByText(`Credits: ${count}`, { exact: true }).waitFor();
        const write = () => page.getByRole("button", { name: "Write a haiku" }).click();
        await credits(10);
        await write();
        await page.getByText("Ink dries. 1").waitFor();
        await credits(5);
        model.isBusy = true;
        await write();
        // The page says so after the credits were returned.
        await page.getByText("The model is busy. You keep your credits.").waitFor();
        expect(model.asked).toBe(2);
        await credits(5);
        model.isBusy = false;
        await write();
        await credits(0);
        await write();
        const paywall = page.getByRole("dialog");
        await paywall.getByRole("heading", { name: /Top-up/ }).waitFor();
        await paywall.getByRole("button", { name: "Pro" }).click();
        await paywall.getByRole("button", { name: "Upgrade to Pro" }).click();
        // Opens the payment page in another tab, while this page stays live.
        const confirm = page.getByRole("button", { name: /^Confirm and pay / });
        const [hosted] = await Promise.all([page.waitForEvent("popup"), confirm.click()]);
        await pay(hosted);
        await credits(1000);
        await page.getByRole("button", { name: "Buy credits" }).click();
        await confirm.click();
        await credits(1100);
        expect(model.asked).toBe(3);
      },
      LONG_MS,
    );
  });
}
