import { describe, expect, it } from "vitest";
import { api } from "../../src/component/_generated/api";
import {
  ANA,
  MAY_1,
  attached,
  getCustomer,
  saveCard,
  setTime,
  startEngine,
} from "../engine/harness";
import type { Engine } from "../engine/harness";
import { swapCards } from "../engine/shop";
import { GOOD_CARD, pathOf, send, textOf } from "./form";

const ASKS_ALWAYS = "4000000000003063";
const CHARGES_FAIL = "4000000000000341";

/** A customer whose renewal of the first of May was declined. */
async function debtor() {
  const t = await startEngine();
  await saveCard(t);
  await attached(t, { product_id: "creator" });
  await swapCards(t, CHARGES_FAIL);
  setTime(MAY_1 + 1);
  expect(await pastDue(t)).toBe(true);
  return t;
}

async function pastDue(t: Engine) {
  const { products } = await getCustomer(t);
  return products.find(({ id }) => id === "creator")?.past_due ?? false;
}

/** The page behind "Update card". */
async function cardPage(t: Engine) {
  const { data } = await t.mutation(api.public.setupPayment, {
    params: { customer_id: ANA, success_url: "https://site.example/upload" },
  });
  return pathOf(data?.url);
}

describe("a card that needs approval, added for an open invoice", () => {
  it("opens the approval on the same page, and pays the past-due invoice with it", async () => {
    const t = await debtor();
    const path = await cardPage(t);
    const asked = await textOf(await send(t, path, { ...GOOD_CARD, number: ASKS_ALWAYS }));
    expect(asked).toContain("Approve this payment");
    expect(asked).toContain("Still to be paid $6.00");
    expect(await pastDue(t)).toBe(true);
    // The reloaded page has the same question.
    expect(await textOf(await t.fetch(path))).toContain("Approve this payment");

    const approved = await textOf(await send(t, path, { do: "approve" }));
    expect(approved).toContain("Your card is saved");
    expect(approved).toContain("Back to the site");
    expect(await pastDue(t)).toBe(false);
    expect((await getCustomer(t)).invoices?.map(({ status }) => status)).toEqual(["paid", "paid"]);
  });

  it("leaves the invoice open when it is not approved, and says so", async () => {
    const t = await debtor();
    const path = await cardPage(t);
    await send(t, path, { ...GOOD_CARD, number: ASKS_ALWAYS });
    const refused = await textOf(await send(t, path, { do: "refuse" }));
    expect(refused).toContain("The open invoice was not paid");
    expect(refused).toContain("Back to the site");
    expect(await pastDue(t)).toBe(true);
    // There is nothing left to approve.
    await send(t, path, { do: "approve" });
    expect(await pastDue(t)).toBe(true);
  });

  it("says that a declined card left the invoice open", async () => {
    const t = await debtor();
    const said = await textOf(
      await send(t, await cardPage(t), { ...GOOD_CARD, number: CHARGES_FAIL }),
    );
    expect(said).toContain("The open invoice was not paid");
  });

  it("says only that the card is saved when nothing is owed", async () => {
    const t = await startEngine();
    const said = await textOf(await send(t, await cardPage(t), GOOD_CARD));
    expect(said).toContain("Your card is saved No money moved.");
  });
});
