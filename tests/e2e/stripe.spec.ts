import { startStripe } from "../../packages/billing/tests/payments/stripe/server";
import { passTime } from "./buying";
import { expect, test } from "./fixtures";
import { press, type } from "./gestures";
import { signUp } from "./people";
import { choosePrintPack, readBills } from "./settings";
import { newEmptyPlace, removePlace, startSite } from "./site";
import { customerOf, operate } from "./operator";

const KEYS = {
  STRIPE_SECRET_KEY: "sk_test_fake1234567890",
  STRIPE_WEBHOOK_SECRET: "whsec_fake1234567890",
};
const FAILS_LATER = "4000000000000341";

test("with Stripe: a first card, a payment that the bank asks about, a failed renewal and its recovery, a refund, a dispute", async ({
  browser,
}) => {
  const server = await startStripe();
  const { stripe, url } = server;
  const place = await newEmptyPlace();
  const running = await startSite(place, { ...KEYS, STRIPE_API_URL: url });
  server.reportTo(`http://127.0.0.1:${place.convexPort + 1}/billing/payments/events`);
  const context = await browser.newContext({ baseURL: running.url });
  const page = await context.newPage();
  await signUp(page, "stripe.payer");

  await test.step("the first card is entered on Stripe's page", async () => {
    await page.goto("/pricing");
    const creator = page.getByRole("article", { name: "Creator", exact: true });
    await creator.getByRole("button").first().click();
    await page.getByRole("button", { name: "Confirm and pay $6.00" }).click();
    await type(page.getByLabel("Card number"), "4000 0000 0000 3063");
    await press(page.getByRole("button", { name: "Pay" }));
    await page.waitForURL((at) => at.origin === running.url);
    expect(await readBills(page)).toEqual(["$6.00"]);
  });

  await test.step("the bank asks about the next payment, and the customer says yes", async () => {
    const button = await choosePrintPack(page);
    await button.click();
    await press(page.getByRole("button", { name: "Approve" }));
    await page.waitForURL((at) => !at.href.startsWith(url));
    expect(await readBills(page)).toEqual(["$12.00", "$6.00"]);
  });

  await test.step("a renewal fails, and another card pays it", async () => {
    stripe.useCard(await customerOf(place, "stripe.payer"), FAILS_LATER);
    await passTime(page);
    await page.goto("/settings/billing");
    await expect(page.getByText("Your last payment did not go through.")).toBeVisible();
    await page
      .getByRole("button", { name: /Update card/ })
      .first()
      .click();
    await type(page.getByLabel("Card number"), "4242 4242 4242 4242");
    await press(page.getByRole("button", { name: "Pay" }));
    await page.waitForURL((at) => !at.href.startsWith(url));
    await expect.poll(() => stripe.charged.map(({ minor }) => minor)).toEqual([600, 1200, 600]);
    await expect(page.getByText("Your last payment did not go through.")).toBeHidden();
  });

  const username = "stripe.payer";
  await operate(place, "community/operators/role:grant", { username });
  await test.step("an operator refunds a part, and the customer has a credit note", async () => {
    await page.goto(`/operator?customer=${await customerOf(place, username)}`);
    const bought = page.locator(".operator-row").filter({ hasText: "$12.00" });
    await press(bought.getByRole("button", { name: "Refund" }));
    await page.getByRole("textbox", { name: "Amount" }).fill("5");
    await page.getByRole("textbox", { name: "Reason" }).fill("Two prints were torn");
    await press(page.getByRole("button", { name: "Refund $5.00" }));
    await expect(bought).toContainText("$5.00 refunded");
    await expect(page.getByText("Two prints were torn").first()).toBeVisible();
    await expect.poll(() => stripe.refunded.map(([, minor]) => minor)).toEqual([500]);
    await page.goto("/settings/billing");
    await expect(page.getByText("$5.00 refunded")).toBeVisible();
  });

  await test.step("a dispute is among the open ones until the bank has decided", async () => {
    const [payment] = stripe.payments.values();
    if (!payment) throw new Error("Nothing was paid");
    const dispute = stripe.dispute(payment);
    await server.report();
    await page.goto("/operator");
    const open = page.locator("section", {
      has: page.getByRole("heading", { name: "Open disputes" }),
    });
    await expect(open.getByText("stripe.payer")).toBeVisible();
    await expect(open.getByText(dispute.id)).toBeVisible();
    stripe.close(dispute, "won");
    await server.report();
    await expect(open.getByText("No payment is disputed.")).toBeVisible();
  });

  await context.close();
  running.process.kill("SIGTERM");
  await running.ended;
  await removePlace(place);
  await server.close();
});
