import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { open, seal } from "../../convex/secrets";
import type { Place } from "../../convex/secrets";
import { casesOf } from "../cases";

const [KEY, OTHER] = ["0f".repeat(32), "f0".repeat(32)];
const PLACE: Place = ["twoStep", "secret", "account1"];

beforeEach(() => vi.stubEnv("SECRETS_KEY", KEY));
afterEach(() => void vi.restoreAllMocks());

/** Any parts: two different places stay different, wherever one part ends and the next begins. */
const places = fc.tuple(fc.string(), fc.string(), fc.string(), fc.string());
const texts = fc.string({ unit: "binary" });

describe("a sealed text", () => {
  it("opens in its own place, and in no other", async () => {
    await fc.assert(
      fc.asyncProperty(places, places, texts, async (place, other, text) => {
        const sealed = await seal(place, text);
        expect(await open(place, sealed)).toBe(text);
        if (JSON.stringify(other) === JSON.stringify(place)) return;
        await expect(open(other, sealed)).rejects.toThrow("does not open");
      }),
      { numRuns: casesOf(200) },
    );
  });

  it("opens only whole, and with the key that sealed it", async () => {
    const sealed = await seal(PLACE, "JBSWY3DPEHPK3PXP");
    const changed = sealed.replace(/.$/, (last) => (last === "A" ? "Q" : "A"));
    await expect(open(PLACE, changed)).rejects.toThrow("twoStep.secret does not open");
    vi.stubEnv("SECRETS_KEY", OTHER);
    const error = "SECRETS_KEY is not the key that it was encrypted with";
    await expect(open(PLACE, sealed)).rejects.toThrow(error);
    vi.stubEnv("SECRETS_KEY", "");
    await expect(open(PLACE, sealed)).rejects.toThrow("SECRETS_KEY is not set");
  });

  it("is another one each time, and does not show the text", async () => {
    const sealed = await Promise.all(Array.from({ length: 20 }, () => seal(PLACE, "same")));
    expect(new Set(sealed.map((one) => one.split(".")[2])).size).toBe(20);
    expect(sealed.join()).not.toContain("same");
  });
});

describe("the deployment's key", () => {
  it.each(["short", KEY.slice(1), `${KEY}0`, KEY.toUpperCase(), `${KEY}\n`])(
    "is refused as %j",
    async (key) => {
      vi.stubEnv("SECRETS_KEY", key);
      await expect(seal(PLACE, "x")).rejects.toThrow("64 hexadecimal digits");
    },
  );

  it("may be missing: texts stay as they are, which the log says, and open later", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    vi.stubEnv("SECRETS_KEY", "");
    expect(await seal(PLACE, "JBSWY3DP")).toBe("JBSWY3DP");
    expect(warn).toHaveBeenCalledWith(
      "SECRETS_KEY is not set: twoStep.secret is stored in plain text",
    );
    vi.stubEnv("SECRETS_KEY", KEY);
    expect(await open(PLACE, "JBSWY3DP")).toBe("JBSWY3DP");
  });
});
