import { expect, type Page } from "@playwright/test";
import { press, type } from "./gestures";

export const PASSWORD = "Gouache&7suns";

/** A password in which each next character meets one more rule, and that rule. */
const STEPS: readonly [typed: string, met: string][] = [
  ["g", "Use a lowercase letter"],
  ["gO", "Use an uppercase letter"],
  ["gO7", "Use a number"],
  ["gO7&", "Use a special character (symbol)"],
  ["gO7&suns", "Password must be at least 8 characters"],
];

const rule = (page: Page, message: string) =>
  page.getByRole("listitem").filter({ hasText: message });

/** Every rule is shown from the start, and turns green when the password meets it. */
export async function watchRulesTurnGreen(page: Page): Promise<void> {
  await page.goto("/sign-up");
  const field = page.getByRole("textbox", { name: "Password" });
  for (const [, message] of STEPS)
    await expect(rule(page, message)).toHaveAttribute("data-state", "open");
  for (const [typed, message] of STEPS) {
    await field.fill(typed);
    await expect(rule(page, message)).toHaveAttribute("data-state", "met");
  }
  await field.clear();
  for (const [, message] of STEPS)
    await expect(rule(page, message)).toHaveAttribute("data-state", "open");
}

const SIGN_UP = "**/api/action";
let addresses = 0;

/** Each new member has a separate IP address, as in production. */
function newAddress(): string {
  addresses += 1;
  const parts = [process.pid >> 8, process.pid, addresses].map((part) => part & 255);
  return `10.${parts.join(".")}`;
}

/** Signs up as a new member and waits until the site shows their identity. */
export async function signUp(page: Page, username: string, site = ""): Promise<void> {
  const address = newAddress();
  await page.goto(`${site}/sign-up?next=%2F`);
  await type(page.getByRole("textbox", { name: "Username" }), username);
  await type(page.getByRole("textbox", { name: "Password" }), PASSWORD);
  await page.route(SIGN_UP, async (route) => {
    await route.continue({ headers: { ...route.request().headers(), "X-Forwarded-For": address } });
  });
  await press(page.getByRole("button", { name: "Create account" }));
  await expect(page).toHaveURL(/\/$/);
  await page.unroute(SIGN_UP);
}
