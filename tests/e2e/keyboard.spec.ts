import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { choose, chooseFiles, press, tabTo, type } from "./gestures";
import { customerOf, operate } from "./operator";
import { PASSWORD } from "./people";
import { pictureFile } from "./pictures";
import { checkoutOf, fillCard, FREE_UPLOADS, GOOD_CARD, paywallOf, publish } from "./shopping";
import type { Place } from "./site";

test.use({ hand: "keys" });

const MEMBER = "keys.only";

/** Scrolls until the top or the bottom of an element is 8 pixels beyond that edge of the window. */
async function scrollTo(target: Locator, edge: "top" | "bottom"): Promise<void> {
  await target.evaluate((element, side) => {
    const there = side === "top" ? 8 : innerHeight - 8;
    scrollBy(0, element.getBoundingClientRect()[side] - there);
  }, edge);
}

/** The focused element is not under the header or the bar; on small screens they are not sticky. */
async function expectSeenOnPhones(page: Page): Promise<void> {
  const [header, bar] = [page.getByRole("banner"), page.getByRole("navigation", { name: "Quick" })];
  await page.setViewportSize({ width: 360, height: 740 });
  const chips = page.getByRole("group", { name: /^Hide from shared feeds/ }).getByRole("button");
  const [first, last] = [chips.first(), chips.last()];
  await tabTo(first);
  await scrollTo(last, "bottom");
  await expect(bar).toBeInViewport();
  await tabTo(last);
  await scrollTo(first, "top");
  await expect(header).toBeInViewport();
  await tabTo(first);
  await page.setViewportSize({ width: 740, height: 360 });
  await scrollTo(first, "top");
  await expect(header).not.toBeInViewport();
  await expect(bar).not.toBeInViewport();
}

async function signUpByLinks(page: Page): Promise<void> {
  await page.goto("/");
  await press(page.getByRole("link", { name: "Join Spotlight" }).first());
  await type(page.getByRole("textbox", { name: "Username" }), MEMBER);
  await type(page.getByRole("textbox", { name: "Password" }), PASSWORD);
  await press(page.getByRole("button", { name: "Create account" }));
  await expect(accountOf(page)).toBeVisible();
}

const accountOf = (page: Page) => page.getByRole("button", { name: `Account of ${MEMBER}` });

async function choosePart(page: Page): Promise<void> {
  await press(page.getByText("More about it"));
  await press(page.getByRole("checkbox", { name: /^Show only a square part/ }), "Space");
  await tabTo(page.getByRole("group", { name: /^The part that is shown/ }));
  await page.keyboard.press("+");
  await expect(page.getByRole("slider", { name: "Larger" })).toHaveValue("1.1");
  await page.keyboard.press("ArrowRight");
}

async function sharePictures(page: Page, place: Place): Promise<void> {
  await press(page.getByRole("link", { name: "Upload" }).first());
  await chooseFiles(page, [pictureFile("keyed.jpg")]);
  await choosePart(page);
  await press(page.getByRole("button", { name: "Publish 1 work" }));
  await expect(page.getByRole("link", { name: "See it live" })).toBeVisible();
  const used = { customer_id: await customerOf(place, MEMBER), feature_id: "uploads" };
  await operate(place, "billing/public:setUsage", { params: { ...used, value: FREE_UPLOADS } });
  await publish(page, [pictureFile("one-more.jpg")]);
}

/** From the paywall through the card page to the waiting work. */
async function subscribe(page: Page): Promise<void> {
  await press(paywallOf(page).getByRole("button", { name: "Upgrade to Creator" }));
  const opened = page.context().waitForEvent("page");
  await press(checkoutOf(page).getByRole("button", { name: /^Confirm and pay/ }), "Space");
  const tab = await opened;
  await fillCard(tab, GOOD_CARD);
  await press(tab.getByRole("button", { name: /^Pay/ }));
  await expect(tab.getByRole("heading", { name: "Paid" })).toBeVisible();
  await tab.close();
  await expect(paywallOf(page)).toBeHidden();
  await expect(page.getByRole("link", { name: "See it live" })).toHaveCount(2);
}

async function findWork(page: Page): Promise<void> {
  await page.keyboard.press("/");
  await page.keyboard.type("harbour");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Results for “harbour”" })).toBeVisible();
  await press(page.getByRole("article").first().getByRole("link").first());
  await expect(page).toHaveURL(/\/a\//);
}

async function collect(page: Page): Promise<void> {
  await press(page.getByRole("button", { name: "Collect" }));
  await type(page.getByRole("textbox", { name: "Title" }), "By keys");
  await page.keyboard.press("Enter");
  const held = page.getByRole("checkbox", { name: "By keys" });
  await expect(held).toBeChecked();
  await press(held, "Space");
  await expect(held).not.toBeChecked();
  await press(page.getByRole("button", { name: "Done" }), "Space");
  await expect(page.getByRole("button", { name: "Collect" })).toBeFocused();
}

/** Likes, follows, collects, comments, enlarges, and returns to the search. */
async function takePart(page: Page): Promise<void> {
  const caption = page.getByRole("region", { name: "Caption" });
  const like = caption.getByRole("button", { name: /^Like Harbour/ });
  await expect(like).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("l");
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await press(caption.getByRole("button", { name: /^Follow/ }));
  await expect(caption.getByRole("button", { name: /^Unfollow|^Following/ })).toBeFocused();
  await collect(page);
  await type(page.getByRole("textbox", { name: "Say what you see" }), "All by keys.");
  await press(page.getByRole("button", { name: "Comment", exact: true }));
  await expect(page.getByText("All by keys.")).toBeVisible();
  await press(page.getByRole("button", { name: `Delete what ${MEMBER} said` }));
  await expect(page.getByText("All by keys.")).toBeHidden();
  await press(page.getByRole("button", { name: "Larger" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Larger" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/explore\?q=harbour$/);
}

/** Looks at a larger plan and dismisses it, then cancels and undoes it. */
async function changePlan(page: Page): Promise<void> {
  await press(accountOf(page));
  await press(page.getByRole("link", { name: "Billing" }));
  await press(page.getByRole("link", { name: "See all plans" }));
  const trial = page.getByRole("article", { name: "Pro", exact: true }).getByRole("button");
  await press(trial);
  await press(checkoutOf(page).getByRole("button", { name: "Keep Creator" }));
  await expect(trial).toBeFocused();

  await press(accountOf(page));
  await press(page.getByRole("link", { name: "Billing" }));
  await press(page.getByRole("button", { name: "Cancel plan" }));
  await press(page.getByRole("button", { name: "Confirm cancellation" }));
  const keep = page.getByRole("main").getByRole("button", { name: "Keep Creator" });
  await press(keep);
  await press(checkoutOf(page).getByRole("button", { name: /^Confirm/ }));
  await expect(page.getByRole("button", { name: "Cancel plan" })).toBeVisible();
}

async function changePage(page: Page): Promise<void> {
  await press(accountOf(page));
  await press(page.getByRole("link", { name: "Your page" }));
  await press(page.getByRole("button", { name: "Edit page" }));
  await type(page.getByRole("textbox", { name: "Name" }), "Kay Settle");
  await type(page.getByRole("textbox", { name: "Links" }), "https://kay.example");
  await press(page.getByRole("button", { name: "Save" }));
  await expect(page.getByRole("heading", { level: 1, name: "Kay Settle" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit page" })).toBeFocused();

  await press(page.getByRole("link", { name: "Keyed by Kay Settle" }));
  await press(page.getByRole("button", { name: "Take it down" }));
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Keep it" })).toBeFocused();
  await press(question.getByRole("button", { name: "Take it down" }));
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
}

async function changeSettings(page: Page): Promise<void> {
  await press(accountOf(page));
  await choose(page.getByRole("radio", { name: "Dark" }));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await press(page.getByRole("link", { name: "Settings" }));
  await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeFocused();
  await choose(page.getByRole("radio", { name: /^Hide it/ }));
  await press(page.getByRole("link", { name: "Security" }));
  const password = page.getByRole("region", { name: "Password" });
  await type(password.getByLabel("Current password"), PASSWORD);
  await type(page.getByLabel("New password", { exact: true }), "Gouache&8suns");
  await press(page.getByRole("button", { name: "Change password" }));
  await expect(page.getByText("Password changed.")).toBeVisible();
  await page.goto("/settings");
  await expect(page.getByRole("radio", { name: /^Hide it/ })).toBeChecked();
}

async function signOut(page: Page): Promise<void> {
  await press(accountOf(page));
  await press(page.getByRole("button", { name: "Sign out" }));
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  await tabTo(page.getByRole("link", { name: "Sign in" }).first());
}

test("every main journey works by keyboard alone", async ({ page, site }) => {
  test.slow();
  await test.step("sign up", () => signUpByLinks(page));
  await test.step("share, up to the paywall", () => sharePictures(page, site.place));
  await test.step("subscribe", () => subscribe(page));
  await test.step("search", () => findWork(page));
  await test.step("like, follow, collect, comment", () => takePart(page));
  await test.step("change the plan, cancel, and keep it", () => changePlan(page));
  await test.step("change the own page", () => changePage(page));
  await test.step("settings", () => changeSettings(page));
  await test.step("nothing sticky hides the focus on phones", () => expectSeenOnPhones(page));
  await test.step("sign out", () => signOut(page));
});
