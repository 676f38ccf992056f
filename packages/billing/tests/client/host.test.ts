import { beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../../../convex/_generated/api";
import { isId } from "../../src/contract/ids";
import { billing } from "./host-billing";
import { openBackend } from "../../../../tests/convex/backend";

const modules = import.meta.glob([
  "../../../../convex/{_generated,accounts}/**/*.ts",
  "../../../../convex/{billing,http,seed}.ts",
]);
const ADA = { subject: "ada", issuer: "https://local", tokenIdentifier: "https://local|ada" };

async function signedIn() {
  const t = openBackend(modules);
  await t.mutation(internal.billing.install, {});
  return t.withIdentity(ADA);
}

beforeEach(() => vi.stubEnv("BILLING_MODE", "sandbox"));

describe("billing, called by host code", () => {
  it("has no customer when the caller is signed out, and returns a refusal", async () => {
    const t = openBackend(modules);
    await t.run(async (ctx) => {
      expect(await billing.me(ctx)).toBeNull();
      expect((await billing.allowed(ctx, null, { featureId: "uploads" })).error?.code).toBe(
        "unauthenticated",
      );
      expect((await billing.gate(ctx, null, { featureId: "uploads", key: "k" })).error?.code).toBe(
        "unauthenticated",
      );
    });
  });

  it("ignores claims of the wrong type", async () => {
    const t = openBackend(modules);
    const odd = { name: 7, email: null, emailVerified: "yes", preferredUsername: ["ada"] };
    // The type does not allow it, but an issuer may send it.
    const ada = t.withIdentity({ ...ADA, ...(odd as object) });
    const who = await ada.run(async (ctx) => await billing.me(ctx));
    expect(who).toEqual({ customerId: "ada", customerData: {} });
  });

  it("gates ten uploads on the free plan, and refuses the eleventh", async () => {
    const t = await signedIn();
    for (let n = 1; n <= 10; n++) {
      const gate = await t.run(async (ctx) => {
        const who = await billing.me(ctx);
        return await billing.gate(ctx, who, { featureId: "uploads", key: `upload-${n}` });
      });
      expect(gate.data).toMatchObject({ allowed: true, balance: 10 - n });
    }
    await t.run(async (ctx) => {
      const who = await billing.me(ctx);
      expect((await billing.allowed(ctx, who, { featureId: "uploads" })).data).toBe(false);
      const gate = await billing.gate(ctx, who, { featureId: "uploads", key: "upload-11" });
      expect(gate.error?.code).toBe("insufficient_balance");
    });
  });

  it("counts one use once, however often its key is repeated", async () => {
    const t = await signedIn();
    await t.run(async (ctx) => {
      const who = await billing.me(ctx);
      const use = { featureId: "uploads", key: "same" };
      const first = await billing.gate(ctx, who, use);
      expect(await billing.gate(ctx, who, use)).toEqual(first);
      expect(first.data?.balance).toBe(9);
    });
  });

  it("gives similar issuers and similar subjects separate customers", async () => {
    const t = openBackend(modules);
    const people = [
      ["https://evil.example", "b-example:42"],
      ["https://evil.example", "42"],
      ["https://b.example", "42"],
      ["https://b-example", "42"],
      ["http://b.example", "42"],
      ["b.example", "42"],
    ] as const;
    const ids: unknown[] = [];
    for (const round of ["first", "again"]) {
      for (const [issuer, subject] of people) {
        const token = { issuer, subject, tokenIdentifier: `${issuer}|${subject}` };
        const who = await t.withIdentity(token).run(async (ctx) => await billing.me(ctx));
        if (round === "first") ids.push(who?.customerId);
        else
          expect(who?.customerId).toBe(
            ids[people.findIndex(([i, s]) => i === issuer && s === subject)],
          );
      }
    }
    expect(ids.slice(0, 2)).toEqual(["b-example:42", "42"]);
    expect(new Set(ids).size).toBe(people.length);
  });

  it.each(["constructor", "__proto__", "toString", ""])(
    "refuses the unknown feature %j in gate and check",
    async (featureId) => {
      const t = await signedIn();
      await t.run(async (ctx) => {
        const who = await billing.me(ctx);
        await billing.gate(ctx, who, { featureId: "uploads", key: "k" });
        // A host without types could pass any text.
        const use = { featureId } as { featureId: "uploads" };
        expect((await billing.feature(ctx, who, use.featureId)).data).toBeNull();
        expect((await billing.allowed(ctx, who, use)).data).not.toBe(true);
        expect((await billing.gate(ctx, who, { ...use, key: "x" })).data).toBeNull();
      });
    },
  );

  it("answers alike for an unknown entity, and for an amount too small to count", async () => {
    const t = await signedIn();
    await t.run(async (ctx) => {
      const who = await billing.me(ctx);
      await billing.gate(ctx, who, { featureId: "uploads", key: "k" });
      const use = { featureId: "uploads", required: 0.0000001 } as const;
      expect((await billing.allowed(ctx, who, use)).data).toBe(false);
      expect((await billing.allowed(ctx, who, { ...use, required: 0 })).data).toBe(true);
      const seat = who && { ...who, entityId: "nope" };
      expect((await billing.feature(ctx, seat, "uploads")).data).toBeNull();
      expect((await billing.allowed(ctx, seat, { featureId: "uploads" })).data).toBe(false);
    });
  });

  it.each([
    ["auth0|62", "auth0-62"],
    ["62 %/ü", "62----"],
    ["..", "local:.."],
    ["", "local:"],
  ])("makes an id that travels in a URL of the subject %j", async (subject, customerId) => {
    const t = openBackend(modules);
    const token = { ...ADA, subject, tokenIdentifier: `https://local|${subject}` };
    const who = await t.withIdentity(token).run(async (ctx) => await billing.me(ctx));
    expect(who?.customerId).toBe(customerId);
  });

  it("makes ids of at most 128 characters, one for each subject", async () => {
    const t = openBackend(modules);
    const issuer = `https://${"long.".repeat(40)}example`;
    const ids = await Promise.all(
      ["a", "b"].map(async (end) => {
        const subject = `${"x".repeat(200)}${end}`;
        const token = { issuer, subject, tokenIdentifier: `${issuer}|${subject}` };
        return (await t.withIdentity(token).run(async (ctx) => await billing.me(ctx)))?.customerId;
      }),
    );
    expect(ids.map((id) => isId(id ?? ""))).toEqual([true, true]);
    expect(new Set(ids).size).toBe(2);
  });

  it("refuses a use without a key, because a repetition could not be recognised", async () => {
    const t = await signedIn();
    await t.run(async (ctx) => {
      const gate = await billing.gate(ctx, await billing.me(ctx), {
        featureId: "uploads",
        key: "",
      });
      expect(gate.error).toEqual({ code: "invalid_inputs", message: "key must name this use" });
    });
  });

  it("undoes the use when the host's own transaction fails", async () => {
    const t = await signedIn();
    const failing = t.run(async (ctx) => {
      await billing.gate(ctx, await billing.me(ctx), { featureId: "uploads", key: "k" });
      throw new Error("the host failed");
    });
    await expect(failing).rejects.toThrow("the host failed");
    await t.run(async (ctx) => {
      const who = await billing.me(ctx);
      const gate = await billing.gate(ctx, who, { featureId: "uploads", key: "k" });
      expect(gate.data?.balance).toBe(9);
    });
  });
});
