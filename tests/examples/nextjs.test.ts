import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installFromNpm, makeFolder, pack, run } from "../package/example-copy";
import type { StrangersApp } from "../package/example-copy";
import { buy, signIn, useStarter } from "../package/starter-page";

let packed: string;
let app: StrangersApp;

beforeAll(async () => {
  packed = await makeFolder("tarballs");
  const billing = await pack("@spotlight/billing", packed);
  const local = await pack("convex-local", packed);
  app = await installFromNpm("nextjs", [billing, local]);
});

afterAll(async () => {
  await app.remove();
  await rm(packed, { recursive: true });
});

it("shows prices before any script runs, sells in a browser, and type-checks", async () => {
  await useStarter(app.folder, "next dev", async (page) => {
    const html = await (await fetch(page.url())).text();
    expect(html).toContain("$9");
    await signIn(page, "Get Started");
    await page.getByText("Prints left: 3").waitFor();
    await buy(page, "Pay $9.00");
    await page.getByText("Prints left: 100").waitFor();
    await page.getByRole("button", { name: "Order a print" }).click();
    await page.getByText("Prints left: 99").waitFor();
  });
  await run("npx", ["tsc", "--noEmit"], { cwd: app.folder });
});
