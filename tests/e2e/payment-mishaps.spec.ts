import { expect, test } from "./fixtures";
import { signUp } from "./people";
import { choosePrintPack, readBills, saveCard } from "./settings";
import {
  checkoutOf,
  confirm,
  DECLINED_CARD,
  fillCard,
  GOOD_CARD,
  openCheckout,
  payButton,
  paywallOf,
  reachLimit,
} from "./shopping";

test.describe("a payment", () => {
  test("is charged once when Confirm is pressed twice", async ({ page }) => {
    await signUp(page, "double.confirm");
    await saveCard(page);
    const button = await choosePrintPack(page);
    await button.dblclick();
    await expect(checkoutOf(page)).toBeHidden();
    expect(await readBills(page)).toEqual(["$12.00"]);
  });

  test("says that a card was declined, loses nothing, and charges the next card once", async ({
    page,
  }) => {
    test.slow();
    await reachLimit(page, "declined.card");
    await openCheckout(page);
    const tab = await confirm(page);
    await fillCard(tab, DECLINED_CARD);
    await payButton(tab).click();
    await expect(tab.getByRole("alert")).toContainText("Your card was declined.");
    await expect(tab.getByRole("alert")).toContainText("Nothing was charged.");
    await expect(page.getByText("No uploads left on your plan. The file stays here.")).toHaveCount(
      1,
    );

    await fillCard(tab, GOOD_CARD);
    await payButton(tab).dblclick();
    await expect(tab.getByRole("heading", { name: "Paid" })).toBeVisible();
    await expect(paywallOf(page)).toBeHidden();
    await expect(page.getByRole("link", { name: "See it live" })).toHaveCount(11);
    expect(await readBills(page)).toEqual(["$6.00"]);
  });
});
