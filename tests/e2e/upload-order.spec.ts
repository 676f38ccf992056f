import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { signUp } from "./people";
import { pictureFile, uploadOf } from "./pictures";

/** The start of a PNG up to its size; its transfer function comes before what follows. */
const MEASURES_END = 33;

/** A picture that is declared as PQ, which is HDR. */
function brightFile(name: string) {
  const png = readFileSync("tests/e2e/files/kiln.png");
  // The checksum is of "cICP", 9, 16, 0 and 1.
  const colours = Buffer.from("0000000463494350091000014d2323fe", "hex");
  const parts = [png.subarray(0, MEASURES_END), colours, png.subarray(MEASURES_END)];
  return { name, mimeType: "image/png", buffer: Buffer.concat(parts) };
}

/** Drags a card by its handle to the lower half of another one. */
async function dragTo(page: Page, from: string, to: string): Promise<void> {
  await uploadOf(page, from).locator(".billing-grip").hover();
  await page.mouse.down();
  const target = await uploadOf(page, to).boundingBox();
  if (!target) throw new Error(`${to} is not in the page`);
  await page.mouse.move(target.x + 100, target.y + target.height / 4);
  await page.mouse.move(target.x + 100, target.y + (target.height * 3) / 4, { steps: 4 });
  await page.mouse.up();
}

test("files are reordered by dragging, and HDR needs a plan that includes it", async ({ page }) => {
  await signUp(page, "bright.side");
  await page.goto("/upload");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("upload")) sent.push(request.url());
  });
  const files = [pictureFile("one.jpg"), brightFile("two.png")];
  await page.getByLabel("Files", { exact: true }).setInputFiles(files);
  await expect(uploadOf(page, "two.png")).toContainText("Ready to publish.");
  const names = page.locator(".upload-list h2");
  await dragTo(page, "one.jpg", "two.png");
  await expect(names).toHaveText(["two.png", "one.jpg"]);
  await expect(page.getByText("one.jpg is number 2 now")).toBeAttached();
  await expect(page.locator("[data-drag]")).toHaveCount(0);
  await expect(uploadOf(page, "two.png")).toContainText("HDR, which your plan does not include");

  await page.getByRole("button", { name: "Publish 2 works" }).click();
  const paywall = page.getByRole("dialog");
  await expect(paywall).toContainText("Your plan does not include 4K and HDR uploads.");
  await paywall.getByRole("button", { name: "Start trial for Pro" }).click();
  await page.getByRole("button", { name: /^Confirm/ }).click();
  await expect(uploadOf(page, "one.jpg")).toContainText(
    "We keep your original and remove its metadata.",
  );
  await expect(uploadOf(page, "two.png")).toContainText(
    "We keep your original and remove its metadata.",
  );
  expect(sent).toHaveLength(2);
});
