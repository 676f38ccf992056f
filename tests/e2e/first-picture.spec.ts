import { expectAccessible } from "./accessible";
import { expect, test } from "./fixtures";
import { signUp, watchRulesTurnGreen } from "./people";
import { cardOf, sharePicture } from "./pictures";

const SHOTS = "test-results/screens";

test.describe("a newcomer", () => {
  test("sees each rule turn green as the password keeps it", async ({ page }) => {
    await watchRulesTurnGreen(page);
    await expectAccessible(page);
    await page.screenshot({ path: `${SHOTS}/sign-up.png` });
  });

  test("signs up and shares a picture, which a visitor sees without reloading", async ({
    page,
    browser,
    site,
  }) => {
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(site.url);
    await expect(visitor.getByRole("article").first()).toBeVisible();
    await expectAccessible(visitor);
    await visitor.screenshot({ path: `${SHOTS}/gallery.png` });
    const loads: string[] = [];
    visitor.on("load", () => loads.push(visitor.url()));

    await signUp(page, "ada.l");
    await sharePicture(page, "First light");
    await page.screenshot({ path: `${SHOTS}/uploaded.png` });

    await expect(cardOf(visitor, "First light", "ada.l")).toBeVisible();
    expect(loads).toEqual([]);
    await visitor.screenshot({ path: `${SHOTS}/gallery-live.png` });
    await visitor.context().close();
  });

  test("finds account and picture again after the site was killed", async ({ page, site }) => {
    await signUp(page, "grace.h");
    await sharePicture(page, "Moth in the relay");
    await site.crash();
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Account of grace.h" })).toBeVisible();
    await expect(cardOf(page, "Moth in the relay", "grace.h")).toBeVisible();
  });
});
