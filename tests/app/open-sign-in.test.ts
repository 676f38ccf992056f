import { expect, it } from "vitest";
import { readNextPath } from "../../src/shared/next-path";
import { openSignIn } from "../../src/app/providers";

it.each([
  ["a plan", { productId: "pro" }, "/sign-up", "/pricing?product=pro"],
  ["a name with special characters", { productId: "a&b" }, "/sign-up", "/pricing?product=a%26b"],
  ["nothing", null, "/sign-in", "/explore?q=harbour"],
])("a visitor who chose %s returns to it after sign-in", (_what, chosen, screen, next) => {
  history.replaceState(null, "", "/explore?q=harbour");
  openSignIn(chosen);
  expect(window.location.pathname).toBe(screen);
  expect(readNextPath(window.location.search)).toBe(next);
});
