// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { SWRConfig } from "swr";
import { describe, expect, it } from "vitest";

/** Numbers of the specification that come from libraries: an upgrade must not change them. */
describe("SWR", () => {
  it("has the data-fetching defaults of the specification", () => {
    expect(SWRConfig.defaultValue).toMatchObject({
      dedupingInterval: 2000,
      focusThrottleInterval: 5000,
      errorRetryInterval: 5000,
      revalidateOnFocus: true,
    });
    expect(SWRConfig.defaultValue.refreshInterval ?? 0).toBe(0);
  });
});

describe("sonner", () => {
  // Its numbers are not exported, so its published source is read.
  const source = readFileSync(createRequire(import.meta.url).resolve("sonner"), "utf8");

  it.each([
    ["duration", "TOAST_LIFETIME", 4000],
    ["visible toasts", "VISIBLE_TOASTS_AMOUNT", 3],
    ["width", "TOAST_WIDTH", 356],
    ["gap", "GAP", 14],
    ["swipe threshold", "SWIPE_THRESHOLD", 45],
  ])("has the %s of the specification", (_what, name, value) => {
    expect(new RegExp(`const ${name} = (\\d+)`).exec(source)?.[1]).toBe(String(value));
  });

  it("is shown at the bottom right and listens to Alt+T", () => {
    expect(source).toContain("position = 'bottom-right'");
    expect(source).toContain("'altKey'");
    expect(source).toContain("'KeyT'");
  });

  it("reports HTTP errors in the words of the specification", () => {
    expect(source).toContain("HTTP error! status: ${");
  });
});
