import { buy } from "./buying";
import { expect, test } from "./fixtures";
import { press, type } from "./gestures";
import { PASSWORD, signUp } from "./people";
import { saveCard } from "./settings";

test.use({ hand: "keys" });

test("an invitation gives both sides credits a month after the new member paid, and is shown live", async ({
  page,
  browser,
  site,
}) => {
  await signUp(page, "invites.friends");
  await page.goto("/settings/referrals");
  const link = await page.getByRole("textbox", { name: "Your link" }).inputValue();
  await expect(page.getByText("No one has used your code yet.")).toBeVisible();

  const friend = await (await browser.newContext({ baseURL: site.url })).newPage();
  await test.step("a visitor keeps the code through sign-up", async () => {
    await friend.goto(link);
    await press(friend.getByRole("main").getByRole("link", { name: "Sign in" }));
    await press(friend.getByRole("link", { name: "Join Spotlight" }).last());
    await type(friend.getByRole("textbox", { name: "Username" }), "is.invited");
    await type(friend.getByRole("textbox", { name: "Password" }), PASSWORD);
    await press(friend.getByRole("button", { name: "Create account" }));
    const field = friend.getByRole("textbox", { name: "Code of a friend" });
    await expect(field).toHaveValue(/^[A-Z0-9]{10}$/);
    await press(friend.getByRole("button", { name: "Redeem" }));
    await expect(friend.getByText("You redeemed the code of invites.friends.")).toBeVisible();
  });

  await test.step("the inviter sees the pending invitation without a reload", async () => {
    await expect(page.getByText("1 person used your code")).toBeVisible();
    await expect(page.getByText("Waiting for their first payment")).toBeVisible();
  });

  await saveCard(friend);
  await buy(friend, "Creator", "Upgrade");
  await test.step("the reward waits until the payment can no longer go back", async () => {
    await expect(page.getByText(/^Paid\. You'll get your reward on /)).toBeVisible();
    await friend.goto("/dev/billing");
    await press(friend.getByRole("button", { name: "Advance 30 days" }));
    await expect(friend.getByText("by a test clock")).toBeVisible();
  });
  await test.step("both have the credits", async () => {
    await expect(page.getByText("Rewarded")).toBeVisible();
    await page.goto("/settings/billing");
    await expect(page.getByText("200 credits left")).toBeVisible();
    await friend.goto("/settings/billing");
    // In a month of 30 days the plan has renewed, and its first 100 credits are carried over.
    await expect(friend.getByText(/^[34]00 credits left$/)).toBeVisible();
  });
  await friend.context().close();
});
