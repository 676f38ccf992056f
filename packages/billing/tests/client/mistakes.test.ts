import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../../convex/_generated/api";
import type { Result } from "../../src/contract/errors";
import { openBackend } from "../../../../tests/convex/backend";
import { SERVER_MISTAKES } from "../mistakes";
import { billing } from "./host-billing";

const modules = import.meta.glob([
  "../../../../convex/{_generated,accounts}/**/*.ts",
  "../../../../convex/{billing,http,seed}.ts",
]);
const ADA = { subject: "ada", issuer: "https://local", tokenIdentifier: "https://local|ada" };

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("SITE_ORIGIN", "https://spotlight.example");
  vi.stubEnv("CONVEX_SITE_URL", "https://deployment.example");
});
async function installed() {
  const t = openBackend(modules);
  await t.mutation(internal.billing.install, {});
  return t.withIdentity(ADA);
}

const buy = { productId: "creator", successUrl: "/" };

const MAKE: Record<keyof typeof SERVER_MISTAKES, () => Promise<Result<unknown>>> = {
  "SITE_ORIGIN is not set": async () => {
    vi.stubEnv("SITE_ORIGIN", "");
    return await (await installed()).action(api.billing.checkout, buy);
  },
  "BILLING_MODE is not set": async () => {
    vi.stubEnv("BILLING_MODE", "");
    return await (await installed()).action(api.billing.checkout, buy);
  },
  "BILLING_MODE is live, and Stripe is not set up": async () => {
    vi.stubEnv("BILLING_MODE", "live");
    return await (await installed()).action(api.billing.setupPayment, {});
  },
  "the catalogue was never installed": async () =>
    await openBackend(modules).action(api.billing.listProducts, {}),
  "a misspelt feature": async () => {
    // A host without types could pass any text.
    const use = { featureId: "print" as "prints", key: "one" };
    return await (
      await installed()
    ).run(async (ctx) => await billing.gate(ctx, await billing.me(ctx), use));
  },
  "a misspelt product": async () =>
    await (await installed()).action(api.billing.checkout, { productId: "por" }),
  "too many calls": async () => {
    const t = await installed();
    const ask = async () => await t.action(api.billing.setupPayment, {});
    let answer = await ask();
    for (let n = 0; n < 60 && !answer.error; n += 1) answer = await ask();
    return answer;
  },
};

describe("a mistake in the configuration", () => {
  it.each(Object.entries(SERVER_MISTAKES))("%s: says what to do", async (mistake, message) => {
    const made = MAKE[mistake as keyof typeof SERVER_MISTAKES];
    const { data, error } = await made();
    expect(data).toBeNull();
    expect(error?.message).toContain(message);
  });

  it("says of a path that it is none only when the site is known", async () => {
    const t = await installed();
    const { error } = await t.action(api.billing.checkout, { ...buy, successUrl: "//evil" });
    expect(error?.message).toBe("successUrl must be a path of this site");
  });
});
