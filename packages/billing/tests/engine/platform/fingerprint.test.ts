import { createHmac } from "node:crypto";
import type { UserIdentity } from "convex/server";
import { describe, expect, it, vi } from "vitest";
import { fingerprintOf } from "../../../src/component/platform/fingerprint";

const identity = (over: Partial<UserIdentity>): UserIdentity => ({
  tokenIdentifier: "issuer|1",
  subject: "1",
  issuer: "issuer",
  ...over,
});
const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("hex");

describe("fingerprintOf", () => {
  it.each<[string, string, Partial<UserIdentity>, string]>([
    [
      "the verified address",
      "k",
      { email: "Ana@Art.example", emailVerified: true },
      "email:ana@art.example",
    ],
    [
      "the address before the name",
      "k",
      { email: "a@b.c", emailVerified: true, preferredUsername: "ana" },
      "email:a@b.c",
    ],
    ["the sign-in name, in any case", "k", { preferredUsername: "Ana" }, "name:ana"],
    [
      "the name where the address is unverified",
      "k",
      { email: "a@b.c", preferredUsername: "ana" },
      "name:ana",
    ],
    ["with a key longer than a block", "k".repeat(65), { preferredUsername: "ana" }, "name:ana"],
  ])("is a keyed hash of %s", async (_, key, over, text) => {
    vi.stubEnv("FINGERPRINT_KEY", key);
    expect(await fingerprintOf(identity(over))).toBe(hmac(key, text));
  });

  it.each<[string, string, Partial<UserIdentity>]>([
    ["without a key", "", { preferredUsername: "ana" }],
    ["for a claim with neither", "k", { email: "a@b.c" }],
  ])("is undefined %s", async (_, key, over) => {
    vi.stubEnv("FINGERPRINT_KEY", key);
    expect(await fingerprintOf(identity(over))).toBeUndefined();
  });
});
