import { startStripe } from "../../packages/billing/tests/payments/stripe/server";
import { passTime } from "./buying";
import { expect, test } from "./fixtures";
import { press, type } from "./gestures";
import { signUp } from "./people";
import { choosePrintPack, readBills } from "./settings";
import { newEmptyPlace, removePlace, startSite } from "./site";
import { customerOf } from "./operator";

const KEYS = {
  STRIPE_SECRET_KEY: "sk_test_fake1234567890",
  STRIPE_WEBHOOK_SECRET: "whsec_fake1234567890",
};
const FAILS_LATER = "4000000000000341";

test("with Stripe: a first card, a payment that the bank asks about, a failed renewal and its recovery", async ({
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

  await context.close();
  running.process.kill("SIGTERM");
  await running.ended;
  await removePlace(place);
  await server.close();
});
