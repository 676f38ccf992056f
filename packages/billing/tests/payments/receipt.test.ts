import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { api } from "../../src/component/_generated/api";
import { ANA, APRIL_1, DAY_MS, attached, saveCard, setTime, startEngine } from "../engine/harness";
import type { Engine } from "../engine/harness";
import { GOOD_CARD, pathOf, send, textOf } from "./form";

async function pageFor(t: Engine, product_id: string) {
  const { data } = await t.mutation(api.public.checkout, {
    params: { customer_id: ANA, product_id, force_checkout: true },
  });
  return pathOf(data?.url);
}

const textAt = async (t: Engine, path: string) => await textOf(await t.fetch(path));

describe("the checkout page", () => {
  it("says what is paid today, and what is paid next and when", async () => {
    const t = await startEngine();
    const text = await textAt(t, await pageFor(t, "creator"));
    expect(text).toContain("Total due today $6.00");
    expect(text).toContain("Next payment: $6.00 on May 1, 2025. It renews until you cancel.");
  });

  it("names no next payment for a one-time purchase", async () => {
    const t = await startEngine();
    expect(await textAt(t, await pageFor(t, "lifetime_badge"))).not.toContain("Next payment");
  });

  it("shows the card charge where credit pays a part", async () => {
    const t = await startEngine();
    await saveCard(t);
    const credits = (quantity: number) => ({
      product_id: "creator",
      options: [{ feature_id: "credits", quantity }],
    });
    await attached(t, credits(1000));
    setTime(APRIL_1 + 15 * DAY_MS);
    await attached(t, credits(100));
    const path = await pageFor(t, "lifetime_badge");
    const said = "$18.00 is paid with your credit, $31.00 by card.";
    const open = await textAt(t, path);
    expect(open).toContain(said);
    expect(open).toContain("Pay $31.00");
    expect(await textOf(await send(t, path, GOOD_CARD))).toContain(said);
  });

  it.each([
    { credit: 1000, then: "Your account credit covers $4.00 of it." },
    { credit: 4000, then: "Your account credit covers it." },
    { credit: 0, then: null },
  ])(
    "shows which part of the next payment $credit cents of credit cover",
    async ({ credit, then }) => {
      const t = await startEngine();
      const path = await pageFor(t, "creator");
      await t.run(async (ctx) => {
        const [customer] = await ctx.db.query("customers").take(1);
        if (!customer) throw new Error("There is no customer");
        await ctx.db.patch("customers", customer._id, { credit_minor: credit });
      });
      const next = "Next payment: $6.00 on May 1, 2025. ";
      expect(await textAt(t, path)).toContain(`${next}${then ? `${then} ` : ""}It renews`);
    },
  );

  it("ends on a receipt with thanks", async () => {
    const t = await startEngine();
    const path = await pageFor(t, "studio");
    const paid = await send(t, path, GOOD_CARD);
    const markup = await paid.clone().text();
    const text = await textOf(paid);
    expect(text).toContain("Paid. Thank you");
    expect(text).toContain("Studio is yours now.");
    expect(text).toContain("Total $39.00");
    const [, receipt = ""] = /href="([^"]*\/sandbox\/invoice\/[^"]*)"/.exec(markup) ?? [];
    expect(await textAt(t, pathOf(receipt))).toContain("Receipt");
  });

  it("uses the site's font, and allows fonts from its own origin only", async () => {
    const t = await startEngine();
    const page = await t.fetch(await pageFor(t, "creator"));
    expect(page.headers.get("Content-Security-Policy")).toContain("font-src 'self'");
    expect(page.headers.get("Content-Security-Policy")).toContain("img-src data:");
    const font = await t.fetch("/sandbox/font.woff2");
    expect(font.headers.get("Content-Type")).toBe("font/woff2");
    const own = await readFile(
      "node_modules/@fontsource-variable/host-grotesk/files/host-grotesk-latin-wght-normal.woff2",
    );
    expect(Buffer.from(await font.arrayBuffer()).equals(own)).toBe(true);
  });
});
