import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { signUp } from "./people";
import { cardOf, pictureFile, uploadOf } from "./pictures";
import { choosePrintPack, readBills, saveCard } from "./settings";
import { checkoutOf, publish } from "./shopping";

const CUT_AFTER_MS = 500;

/**
 * Cuts the socket once, after the server received a purchase and before its response arrives.
 * Returns how often a purchase was sent.
 */
async function cutAtNextPurchase(page: Page): Promise<() => number> {
  let purchases = 0;
  await page.routeWebSocket(/\/sync/, (socket) => {
    const server = socket.connectToServer();
    let line: "open" | "dead" = "open";
    socket.onMessage((message) => {
      server.send(message);
      if (!message.toString().includes("billing:attach")) return;
      purchases += 1;
      if (purchases > 1) return;
      line = "dead";
      setTimeout(() => void socket.close({ code: 1001 }), CUT_AFTER_MS);
    });
    server.onMessage((message) => {
      if (line === "open") socket.send(message);
    });
  });
  return () => purchases;
}

test.describe("the network", () => {
  test("may fail while a purchase is confirmed: it is sent again and charged once", async ({
    page,
  }) => {
    await signUp(page, "cut.socket");
    await saveCard(page);
    const purchases = await cutAtNextPurchase(page);
    const button = await choosePrintPack(page);
    await button.click();
    await expect(checkoutOf(page)).toBeHidden({ timeout: 20_000 });
    expect(purchases()).toBe(2);
    expect(await readBills(page)).toEqual(["$12.00"]);
  });

  test("may go and return: files wait and continue by themselves", async ({ page, context }) => {
    await signUp(page, "on.a.train");
    await page.goto("/upload");
    await expect(page.getByRole("button", { name: "Choose files" })).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText("You are offline").first()).toBeVisible();
    await publish(page, [pictureFile("tunnel.jpg")]);
    await expect(uploadOf(page, "tunnel.jpg")).toContainText("Waiting for the network.");
    await context.setOffline(false);
    await expect(uploadOf(page, "tunnel.jpg")).toContainText(
      "We keep your original and remove its metadata.",
      {
        timeout: 20_000,
      },
    );
    await page.goto("/");
    await expect(cardOf(page, "Tunnel", "on.a.train")).toBeVisible();
  });
});
