import { expect, test } from "./fixtures";
import { chooseFiles, press, type } from "./gestures";
import { operate } from "./operator";
import { signUp } from "./people";
import { cardOf, series, sharePicture } from "./pictures";
import { FREE_UPLOADS, confirm, fillCard, openCheckout, payButton, paywallOf } from "./shopping";
import { keepScreenshot } from "./screenshot";

test("a closed tab frees its uploads, and the paywall waits for the tab in which they are paid", async ({
  page,
}) => {
  test.slow();
  await signUp(page, "closes.tabs");
  await page.goto("/upload");
  const first = series("Left behind", 3);
  await chooseFiles(page, first.files);
  await expect(page.getByText("Ready to publish").first()).toBeVisible();
  await page.close({ runBeforeUnload: false });

  const next = await page.context().newPage();
  await next.goto("/upload");
  await chooseFiles(next, series("Work of closes.tabs", FREE_UPLOADS + 1).files);
  await press(next.getByRole("button", { name: `Publish ${FREE_UPLOADS + 1} works` }));
  await expect(paywallOf(next)).toBeVisible({ timeout: 30_000 });
  await expect(next.getByText(`${FREE_UPLOADS} of ${FREE_UPLOADS + 1} done.`)).toBeVisible();

  await openCheckout(next);
  const tab = await confirm(next);
  await expect(
    next.getByRole("dialog", { name: "Finish your purchase in the other tab" }),
  ).toBeVisible();
  await keepScreenshot(next, "paywall-elsewhere");
  const again = next.context().waitForEvent("page");
  await press(next.getByRole("button", { name: "Open again" }));
  await (await again).close();
  await fillCard(tab, "4242 4242 4242 4242");
  await press(payButton(tab));
  await expect(paywallOf(next)).toBeHidden({ timeout: 20_000 });
  await expect(next.getByText(`${FREE_UPLOADS + 1} of ${FREE_UPLOADS + 1} done.`)).toBeVisible({
    timeout: 20_000,
  });
});

test("unlisting is undone, and an operator decides on a report with a reason", async ({
  page,
  browser,
  site,
}) => {
  await signUp(page, "is.reported");
  await sharePicture(page, "Borrowed sea", "crosscurrent");
  await page.goto("/u/is.reported");
  await press(cardOf(page, "Borrowed sea", "is.reported"));
  const own = page.getByRole("region", { name: "Your work" });
  await press(own.getByRole("button", { name: "Make unlisted" }));
  await expect(page.getByText("Only people with the link can see Borrowed sea now")).toBeVisible();
  await keepScreenshot(page, "unlisted-with-undo");
  await press(page.getByRole("button", { name: "Undo" }));
  await expect(own.getByRole("button", { name: "Make unlisted" })).toBeVisible();
  const address = page.url();

  const operator = await (await browser.newContext({ baseURL: site.url })).newPage();
  await signUp(operator, "decides.reports");
  await operator.goto(address);
  await press(operator.getByRole("button", { name: /^Report / }).first());
  await type(operator.getByRole("textbox", { name: "What should we know?" }), "It is mine");
  await press(operator.getByRole("button", { name: "Send report" }));
  await expect(operator.getByText("Our team will review it.")).toBeVisible();
  await operate(site.place, "community/operators/role:grant", { username: "decides.reports" });
  await operator.goto("/operator");
  await expect(operator.getByText("It is mine")).toBeVisible();
  await keepScreenshot(operator, "operator-reports");
  await press(operator.getByRole("button", { name: "Hide the work" }));
  const dialog = operator.getByRole("dialog");
  await type(dialog.getByLabel("Reason"), "Copied from her page");
  await press(dialog.getByRole("button", { name: "Hide the work" }));
  await expect(operator.getByText("No open reports.")).toBeVisible();
  await expect(page.getByText("An operator hid this work. Only you see it.")).toBeVisible();
  await operator.context().close();
});
