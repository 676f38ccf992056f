import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { signUp } from "./people";
import { readBills, saveCard } from "./settings";
import { checkoutOf } from "./shopping";

/** The connection to the deployment, which a test can cut and restore. */
async function lineOf(page: Page) {
  const cutters = new Set<() => Promise<void>>();
  let state: "up" | "down" = "up";
  await page.routeWebSocket(/\/sync/, (socket) => {
    if (state === "down") return void socket.close({ code: 1001 });
    const server = socket.connectToServer();
    cutters.add(async () => {
      await server.close();
      await socket.close({ code: 1001 });
    });
  });
  return {
    cut: async () => {
      state = "down";
      await page.context().setOffline(true);
      for (const cut of cutters) await cut();
      cutters.clear();
    },
    mend: async () => {
      state = "up";
      await page.context().setOffline(false);
    },
  };
}

test("a checkout and its purchase that start offline continue when the network is back, once", async ({
  page,
}) => {
  await signUp(page, "tunnel.vision");
  await saveCard(page);
  const line = await lineOf(page);
  await page.goto("/pricing");
  const choose = page
    .getByRole("article", { name: "Print pack" })
    .getByRole("button", { name: "Purchase" });
  await expect(choose).toBeVisible();

  await line.cut();
  await choose.click();
  await expect(choose).toHaveAttribute("aria-busy", "true");
  await line.mend();
  const confirm = page.getByRole("button", { name: "Confirm and pay $12.00" });
  await expect(confirm).toBeVisible();

  await line.cut();
  await confirm.click();
  const confirming = checkoutOf(page).getByRole("button", { name: "Confirming" });
  await expect(confirming).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(confirming).toBeVisible();
  await line.mend();
  await expect(checkoutOf(page)).toBeHidden({ timeout: 20_000 });
  expect(await readBills(page)).toEqual(["$12.00"]);
});
