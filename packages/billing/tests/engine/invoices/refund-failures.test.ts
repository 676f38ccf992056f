import { beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../../src/component/_generated/api";
import { addCredit } from "../../../src/component/operations/invoices/invoices";
import { findCustomer } from "../../../src/component/store/customers/customerState";
import { sandboxProcessor } from "../../../src/component/payments/sandbox/processor";
import { ANA, APRIL_1, CARDS, DAY_MS, MAY_1, attached, checkedOut, getCustomer } from "../harness";
import { ledgerGaps, saveCard, setTime, startEngine } from "../harness";
import type { Engine } from "../harness";
import { charging, remoteOf } from "../processors";
import { creditOf } from "../shop";

beforeEach(() => {
  // Refunds that a card refuses are logged for the operator.
  vi.spyOn(console, "error").mockReturnValue();
});

const PAID_MINOR = 600;

/** A customer on Creator, $6, partly paid by credit. */
async function startWithPlan(creditMinor = 0) {
  const t = await startEngine();
  await getCustomer(t);
  await t.run(async (ctx) => {
    const customer = await findCustomer(ctx, ANA);
    if (customer && creditMinor > 0) await addCredit(ctx, customer._id, creditMinor);
  });
  await saveCard(t);
  await attached(t, { product_id: "creator" });
  return t;
}

const rowsOf = (t: Engine) => t.run((ctx) => ctx.db.query("invoices").take(20));

async function ask(t: Engine, amount?: number, index = 0) {
  const invoice = (await rowsOf(t))[index]?.number ?? "none";
  return await t.mutation(internal.operations.invoices.refunds.refund, {
    ...{ customerId: ANA, invoice },
    ...(amount !== undefined && { amount }),
  });
}

/**
 * Requests a refund of this total, to a card that refuses it: an inline processor
 * throws, a remote one reports it later.
 */
async function askInVain(t: Engine, amount: number): Promise<void> {
  const remote = remoteOf(t);
  if (remote) {
    remote.failsNextRefund = true;
    await ask(t, amount);
    return;
  }
  vi.spyOn(sandboxProcessor, "refund").mockRejectedValueOnce(new Error("Closed."));
  await expect(ask(t, amount)).rejects.toThrow("Closed.");
}

/** What was refunded to the card, in minor units. */
async function sentBack(t: Engine): Promise<number[]> {
  const remote = remoteOf(t);
  if (remote) return remote.refunded.map(([, minor]) => minor);
  const events = await t.run((ctx) => ctx.db.query("paymentEvents").take(50));
  return events.filter(({ status }) => status === "refunded").map(({ minor }) => minor ?? NaN);
}

type Row = readonly [minor: number, byCard: number];
type Asked = readonly ["given" | "in vain", number];

async function refundsOf(t: Engine, index = 0): Promise<Row[]> {
  const { refunds = [] } = (await rowsOf(t))[index] ?? {};
  return refunds
    .filter(({ failed_at: failed }) => failed === undefined)
    .map(({ minor, by_card_minor }) => [minor, by_card_minor]);
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

describe("refunds of one charge of which some fail", () => {
  it.each<[string, number, Asked[], Row[], Row[]?]>([
    [
      "the last of three",
      0,
      [
        ["given", 2],
        ["given", 3],
        ["in vain", 5],
      ],
      [
        [200, 200],
        [100, 100],
      ],
    ],
    [
      "the last of three of one size",
      0,
      [
        ["given", 2],
        ["given", 4],
        ["in vain", 6],
      ],
      [
        [200, 200],
        [200, 200],
      ],
    ],
    [
      "the one in the middle",
      0,
      [
        ["given", 2],
        ["in vain", 5],
        ["given", 5.5],
      ],
      [
        [200, 200],
        [350, 350],
      ],
    ],
    [
      "the first",
      0,
      [
        ["in vain", 2],
        ["given", 5],
      ],
      [[500, 500]],
    ],
    [
      "one that is retried",
      0,
      [
        ["given", 1],
        ["in vain", 4],
        ["given", 4],
      ],
      [
        [100, 100],
        [300, 300],
      ],
    ],
    [
      "all of them",
      0,
      [
        ["in vain", 2],
        ["in vain", 6],
      ],
      [],
    ],
    [
      "one that is partly credit, which a remote processor's refusal leaves",
      250,
      [
        ["given", 1],
        ["in vain", 5],
      ],
      [[100, 100]],
      [
        [100, 100],
        [150, 0],
      ],
    ],
  ])(
    "record what went to the card and what to credit: %s",
    async (_, creditMinor, asks, inline, remote = inline) => {
      const t = await startWithPlan(creditMinor);
      for (const [how, amount] of asks) {
        if (how === "given") await ask(t, amount);
        else await askInVain(t, amount);
      }
      const rows = charging.by === "remote" ? remote : inline;
      expect(await refundsOf(t)).toEqual(rows);
      const byCard = rows.map(([, minor]) => minor);
      expect(await sentBack(t)).toEqual(byCard.filter((minor) => minor > 0));
      const given = sum(rows.map(([minor]) => minor));
      expect(await creditOf(t)).toBe(given - sum(byCard));
      expect((await getCustomer(t)).invoices?.[0]?.amount_refunded ?? 0).toBe(given / 100);

      // The rest can be refunded, to the card as far as the card paid, and no more.
      const cardShare = PAID_MINOR - creditMinor - sum(byCard);
      const last = await ask(t);
      const toCard = sum(byCard) + Math.min(PAID_MINOR - given, cardShare);
      expect(last.data).toMatchObject({ refunded: 6, by_card: toCard / 100 });
      expect(sum(await sentBack(t))).toBe(toCard);
      expect(await creditOf(t)).toBe(PAID_MINOR - toCard);
      expect((await ask(t, 6.01)).error?.message).toMatch(/^Only \$6\.00 was paid on invoice /);
      expect(await ledgerGaps(t)).toEqual([]);
    },
  );

  it("are not credited a second time when the plan changes, failed or not", async () => {
    const t = await startWithPlan();
    setTime(APRIL_1 + 15 * DAY_MS);
    const unused = async () => (await checkedOut(t, { product_id: "studio" })).lines[0]?.amount;
    expect(await unused()).toBe(-3);
    await askInVain(t, 4);
    expect(await unused()).toBe(-3);
    await ask(t, 4);
    expect(await unused()).toBe(-2);
  });

  it("go to the charge that was paid, not to the declined one before it", async () => {
    const t = await startWithPlan();
    await saveCard(t, CARDS.failsLater);
    setTime(MAY_1);
    await getCustomer(t);
    await saveCard(t);
    await ask(t, 1, 1);
    expect((await ask(t, 4, 1)).data).toMatchObject({ refunded: 4, by_card: 4 });
    const remote = remoteOf(t);
    if (remote) {
      const charges = new Set(remote.refunded.map(([charge]) => charge));
      expect([...charges]).toEqual([remote.charged.at(-1)?.key]);
    }
    expect(await sentBack(t)).toEqual([100, 300]);
  });
});
