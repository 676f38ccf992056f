import type { Page } from "@playwright/test";
import { buy, choose, passTime } from "./buying";
import { expect, test } from "./fixtures";
import { press, type } from "./gestures";
import { customerOf, operate } from "./operator";
import { signUp } from "./people";
import { pictureFile, sharePicture, uploadOf } from "./pictures";
import { saveCard } from "./settings";
import { checkoutOf, paywallOf, publish } from "./shopping";

const ARTIST = "too.much";
/** One more than the free plan has. */
const TITLES = ["Red", "Blue", "Green", "Grey"];

test.use({ hand: "keys" });

async function collect(page: Page, title: string): Promise<void> {
  const dialog = page.locator('[data-slot="collect-dialog"]');
  await type(dialog.getByRole("textbox", { name: "Title" }), title);
  await press(dialog.getByRole("button", { name: "Create and add" }));
  await expect(dialog.getByRole("checkbox", { name: title })).toBeChecked();
}

test("a smaller plan says what will be over the limit, and then deletes none of it", async ({
  page,
  site,
}) => {
  await signUp(page, ARTIST);
  await saveCard(page);
  await buy(page, "Creator", "Upgrade");
  await sharePicture(page, "Kept");
  await press(page.getByRole("link", { name: "See it live" }));
  await press(page.getByRole("button", { name: "Collect" }));
  for (const title of TITLES) await collect(page, title);
  const customer_id = await customerOf(site.place, ARTIST);
  await operate(site.place, "billing/public:setUsage", {
    params: { customer_id, feature_id: "storage_gb", value: 12 },
  });

  await test.step("the dialog names what is over the limit, and that is what happens", async () => {
    const dialog = await choose(page, "Free", "Cancel Plan");
    await expect(dialog).toContainText("Over the limit from");
    await expect(dialog).toContainText("4 collections in use, 3 included");
    await expect(dialog).toContainText("12 GB in use, 1 included");
    await expect(dialog).toContainText("Nothing is deleted.");
    await press(dialog.getByRole("button", { name: /^Confirm/ }));
    await expect(checkoutOf(page)).toBeHidden();
  });

  await passTime(page);
  await page.goto("/settings/billing");
  await expect(page.getByRole("heading", { name: "Free", exact: true })).toBeVisible();

  await test.step("the newest collection is read-only, the others stay editable", async () => {
    await page.goto(`/u/${ARTIST}?tab=collections`);
    for (const title of TITLES) {
      await expect(page.getByRole("link", { name: `${title} 1 work` })).toBeVisible();
    }
    await press(page.getByRole("link", { name: "Grey 1 work" }));
    await expect(page.getByText("Your plan includes fewer collections.")).toBeVisible();
    await expect(page.getByRole("link", { name: `Kept by ${ARTIST}` })).toBeVisible();
    await expect(page.getByRole("button", { name: "Edit" })).toBeHidden();
  });

  await test.step("another file opens the paywall, and published works are still there", async () => {
    await page.goto("/upload");
    await publish(page, [pictureFile("one-more.jpg")]);
    await expect(paywallOf(page)).toBeVisible();
    await press(paywallOf(page).getByRole("button", { name: "Not now" }));
    await expect(uploadOf(page, "one-more.jpg")).toBeVisible();
    await page.goto(`/u/${ARTIST}`);
    await expect(page.getByRole("link", { name: `Kept by ${ARTIST}` })).toBeVisible();
  });
});
