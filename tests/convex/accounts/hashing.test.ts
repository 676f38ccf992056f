import { describe, expect, it } from "vitest";
import { internal } from "../../../convex/_generated/api";
import { hashingAt } from "../../../convex/accounts/hashing";
import { CHEAP } from "./deployment";
import { openBackend } from "../backend";

const modules = import.meta.glob([
  "../../../convex/{_generated,accounts}/**/*.ts",
  "../../../convex/{billing,http}.ts",
]);
const { hash, verify } = internal.accounts.hashing;
const PASSWORD = "Tidepool!7 käse 🎨";
/** The hash of {@link PASSWORD}, made by Python's hashlib: stored hashes must stay valid. */
const ELSEWHERE =
  "$scrypt$ln=4,r=8,p=2$AAECAwQFBgcICQoLDA0ODw$RS38/CnKcqkhWXgPaF+RXTC48GvpbOyJFL3N6zirtOg";

/** A deployment with this hashing cost; default: the real one. */
function at(cost?: Parameters<typeof hashingAt>[0]) {
  const own = cost && {
    "../../../convex/accounts/hashing.ts": () => Promise.resolve(hashingAt(cost)),
  };
  return openBackend({ ...modules, ...own });
}

describe("a password", () => {
  it("is hashed at its full cost: 32 MiB of memory, three iterations", async () => {
    const t = at();
    const passwordHash = await t.action(hash, { password: PASSWORD });
    expect(passwordHash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await t.action(verify, { password: PASSWORD, passwordHash })).toBe(true);
  });

  it("is hashed with a new salt each time", async () => {
    const t = at(CHEAP);
    const made = [
      await t.action(hash, { password: PASSWORD }),
      await t.action(hash, { password: PASSWORD }),
    ];
    const [salts, keys] = [3, 4].map((n) => new Set(made.map((one) => one.split("$")[n])));
    expect([salts?.size, keys?.size]).toEqual([2, 2]);
  });

  it.each([
    ["itself", PASSWORD, true],
    ["one in another case", PASSWORD.toUpperCase(), false],
    ["one with a space at the end", `${PASSWORD} `, false],
    ["the beginning of it", PASSWORD.slice(0, -2), false],
    ["none", "", false],
  ])("is compared with %s, at the cost stored with the hash", async (_, password, is) => {
    const t = at({ ln: 3, r: 4, p: 1 });
    expect(await t.action(verify, { password, passwordHash: ELSEWHERE })).toBe(is);
  });

  it.each([
    ["its salt", ELSEWHERE.replace("$AAEC", "$AAED")],
    ["its key", ELSEWHERE.replace(/.$/, "A")],
    ["its key's beginning", ELSEWHERE.replace(/\$(?=[^$]*$)./, "$A")],
    ["N", ELSEWHERE.replace("ln=4", "ln=5")],
    ["r", ELSEWHERE.replace("r=8", "r=9")],
    ["p", ELSEWHERE.replace("p=2", "p=1")],
  ])("does not match when %s was changed", async (_, passwordHash) => {
    expect(await at(CHEAP).action(verify, { password: PASSWORD, passwordHash })).toBe(false);
  });

  it.each(["", PASSWORD, "$scrypt$ln=4,r=8,p=2$AAEC", `x${ELSEWHERE}`, `${ELSEWHERE}$`])(
    "cannot be compared with text like %j",
    async (passwordHash) => {
      const compared = at(CHEAP).action(verify, {
        password: PASSWORD,
        passwordHash,
      });
      await expect(compared).rejects.toThrow("Unreadable password hash");
    },
  );
});

describe("the password of an unknown account", () => {
  it.each(["", PASSWORD, "A".repeat(43)])("is not %j", async (password) => {
    expect(await at(CHEAP).action(verify, { password, passwordHash: null })).toBe(false);
  });

  it("costs as much to check, or the time would show which names exist", async () => {
    // More memory than is allowed: only a real derivation fails.
    const t = at({ ln: 20, r: 8, p: 1 });
    const costly = t.action(verify, { password: PASSWORD, passwordHash: null });
    await expect(costly).rejects.toThrow(/memory limit/);
    await expect(t.action(hash, { password: PASSWORD })).rejects.toThrow(/memory limit/);
  });
});
