import { buy, passTime } from "./buying";
import { expect, test } from "./fixtures";
import { press } from "./gestures";
import { visitDialog } from "./inspect";
import { signUp } from "./people";
import { readBills, saveCard } from "./settings";
import { fillCard, GOOD_CARD } from "./shopping";

test.use({ hand: "keys" });

test("a trial starts without a card, its first charge fails, and a new card pays it", async ({
  page,
}) => {
  await signUp(page, "tries.pro");
  await test.step("fourteen days cost nothing", async () => {
    await buy(page, "Pro", "Start Free Trial");
    await page.goto("/settings/billing");
    await expect(page.getByRole("heading", { name: "Pro", exact: true })).toBeVisible();
    await expect(page.getByText("First bill, after your trial")).toBeVisible();
    expect(await readBills(page)).toEqual([]);
  });

  await saveCard(page);
  await test.step("the renewal is declined, and the plan stays for now", async () => {
    await page.goto("/dev/billing");
    await press(page.getByRole("button", { name: "Fail the next charge" }));
    await expect(page.getByText("Fails: Card declined.")).toBeVisible();
    await passTime(page);
    await expect(page.getByText("Your last payment did not go through.")).toBeVisible();
    await expect(page.getByText("You keep Pro until")).toBeVisible();
    expect(await readBills(page)).toEqual(["$15.00"]);
    await expect(page.getByText("not paid yet")).toBeVisible();
  });

  await test.step("a new card pays the invoice", async () => {
    await press(page.getByRole("button", { name: "Update card" }));
    await fillCard(page, GOOD_CARD);
    await press(page.getByRole("button", { name: "Save card" }));
    await press(page.getByRole("link", { name: "Back to the site" }));
    await expect(page.getByRole("heading", { name: "Pro", exact: true })).toBeVisible();
    await expect(page.getByText("Your last payment did not go through.")).toBeHidden();
    await expect(page.getByText("not paid yet")).toBeHidden();
    expect(await readBills(page)).toEqual(["$15.00"]);
  });

  await visitDialog(page.getByRole("button", { name: "Cancel plan" }), "cancel-dialog");
  await test.step("the next renewal succeeds by itself", async () => {
    await passTime(page);
    expect(await readBills(page)).toEqual(["$15.00", "$15.00"]);
  });
});
