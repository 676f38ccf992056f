import { act, fireEvent, render, renderHook, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ok } from "../../src/contract/errors";
import type { Result } from "../../src/contract/errors";
import type { BrowserOperation } from "../../src/contract/operations";
import type { Range } from "../../src/contract/usageResponses";
import { RedeemForm } from "../../src/react/components/redeem-form";
import { useReferral } from "../../src/react/hooks/use-referral";
import { CancelDialog } from "../../src/react/dialogs/cancel-dialog";
import { usePlanChangeDialog } from "../../src/react/hooks/use-plan-change-dialog";
import { useCustomer } from "../../src/react/hooks/use-customer";
import { useEntity } from "../../src/react/hooks/use-entity";
import { usePaywall } from "../../src/react/hooks/use-paywall";
import { usePaywallDialog } from "../../src/react/hooks/use-paywall-dialog";
import { usePricingTable } from "../../src/react/hooks/use-pricing-table";
import { useUsage } from "../../src/react/hooks/use-usage";
import type {
  CheckoutDialogProps,
  PaywallDialogProps,
  PlanChangeDialogProps,
} from "../../src/react/types";
import "../../../ui/tests/browser";
import { FakeTransport, deferred } from "./fake-transport";
import { billingWrapper } from "./hooks/billing-harness";
import { press } from "./press";
import {
  CYCLE_START,
  checkoutAnswer,
  customer,
  customerProduct,
  entity,
  featureCheck,
  preview,
  product,
  productCheck,
  productPreview,
} from "./wire-samples";

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());

/** A backend that holds every response to one operation until a test releases it, in any order. */
function slowBackend(op: BrowserOperation, transport = new FakeTransport()) {
  const waiting: ReturnType<typeof deferred<Result<unknown>>>[] = [];
  transport.reply(op, () => {
    const answer = deferred<Result<unknown>>();
    waiting.push(answer);
    return answer.promise;
  });
  const give = (index: number, data: unknown) =>
    act(async () => {
      waiting[index]?.resolve(ok(data));
      await Promise.resolve();
    });
  const asked = (count: number) => waitFor(() => expect(waiting).toHaveLength(count));
  return { transport, give, asked };
}

/** Marked responses, so that a test can see whose data is shown. */
const MARKED = {
  createCustomer: (mark: string) => customer({ name: mark }),
  listProducts: (mark: string) => ({ list: [product({ name: mark })] }),
  getEntity: (mark: string) => entity({ name: mark }),
  query: (mark: string) => ({ list: [{ period: 0, [mark]: 1 }], total: {} }),
  check: (mark: string) => featureCheck({ preview: preview({ feature_name: mark }) }),
  createReferralCode: (mark: string) => ({ code: mark, customer_id: "ines", created_at: 0 }),
};

const shownCustomer = () => useCustomer().customer?.name;
const shownTable = () => usePricingTable().products[0]?.name;
const shownEntity = (id: string) => useEntity(id).entity?.name;
const shownUse = (featureId: string) => Object.keys(useUsage({ featureId }).rows[0] ?? {})[1];
const shownRange = (range: string) =>
  Object.keys(useUsage({ featureId: "uploads", range: range as Range }).rows[0] ?? {})[1];
const shownPaywall = (featureId: string) => usePaywall({ featureId }).data?.feature_name;
const shownSeatPaywall = (entityId: string) =>
  usePaywall({ featureId: "uploads", entityId }).data?.feature_name;
const shownNeed = (needed: string) =>
  usePaywall({ featureId: "uploads", requiredBalance: Number(needed) }).data?.feature_name;
const shownCode = (programId: string) => useReferral(programId).code;

interface Keyed {
  what: string;
  op: keyof typeof MARKED;
  useShown: (asked: string) => string | null | undefined;
  keys: readonly [string, string];
}
const KEYED: readonly Keyed[] = [
  { what: "an entity", op: "getEntity", useShown: shownEntity, keys: ["seat_1", "seat_2"] },
  { what: "use of a feature", op: "query", useShown: shownUse, keys: ["uploads", "credits"] },
  { what: "use in a range", op: "query", useShown: shownRange, keys: ["7d", "30d"] },
  { what: "a paywall", op: "check", useShown: shownPaywall, keys: ["uploads", "prints"] },
  { what: "an entity's paywall", op: "check", useShown: shownSeatPaywall, keys: ["s1", "s2"] },
  { what: "a required amount", op: "check", useShown: shownNeed, keys: ["1", "2"] },
  { what: "a program", op: "createReferralCode", useShown: shownCode, keys: ["a", "b"] },
];

const PERSONAL: readonly Keyed[] = [
  { what: "the customer", op: "createCustomer", useShown: shownCustomer, keys: ["", ""] },
  { what: "the pricing table", op: "listProducts", useShown: shownTable, keys: ["", ""] },
  ...KEYED.filter(({ op }) => op !== "createReferralCode"),
];

describe("an answer that arrives after a newer one", () => {
  it.each(KEYED)("with other arguments does not replace it: $what", async (row) => {
    const { op, useShown, keys } = row;
    const known = new FakeTransport().answer("createCustomer", customer());
    const { transport, give, asked } = slowBackend(op, known);
    const { result, rerender } = renderHook(useShown, {
      initialProps: keys[0],
      wrapper: billingWrapper(transport),
    });
    await asked(1);
    rerender(keys[1]);
    await asked(2);
    await give(1, MARKED[op]("newer"));
    expect(result.current).toBe("newer");
    await give(0, MARKED[op]("older"));
    expect(result.current).toBe("newer");
    rerender(keys[0]);
    expect(result.current).toBe("older");
  });

  it.each(KEYED)("is not shown while the newer one is pending: $what", async (row) => {
    const { op, useShown, keys } = row;
    const known = new FakeTransport().answer("createCustomer", customer());
    const { transport, give, asked } = slowBackend(op, known);
    const { result, rerender } = renderHook(useShown, {
      initialProps: keys[0],
      wrapper: billingWrapper(transport),
    });
    await asked(1);
    rerender(keys[1]);
    await asked(2);
    await give(0, MARKED[op]("older"));
    expect(result.current ?? null).toBeNull();
    await give(1, MARKED[op]("newer"));
    expect(result.current).toBe("newer");
  });

  it.each(PERSONAL)("for a user who has signed out is dropped: $what", async (row) => {
    const { op, useShown, keys } = row;
    const { transport, give, asked } = slowBackend(op);
    const host = { current: { identityKey: "ines" } };
    const { result, rerender } = renderHook(() => useShown(keys[0]), {
      wrapper: billingWrapper(transport, host),
    });
    await asked(1);
    host.current = { identityKey: "sade" };
    rerender();
    await asked(2);
    await give(0, MARKED[op]("of ines"));
    expect(result.current ?? null).toBeNull();
    await give(1, MARKED[op]("of sade"));
    expect(result.current).toBe("of sade");
  });

  it.each(PERSONAL)("from an earlier refresh does not replace it: $what", async (row) => {
    const { op, useShown, keys } = row;
    const { transport, give, asked } = slowBackend(op);
    // The page's own change refetches everything on screen, each time again.
    transport.answer("cancel", { success: true, customer_id: "ines", product_id: "pro" });
    const { result } = renderHook(
      () => ({ shown: useShown(keys[0]), cancel: useEntity("another seat").cancel }),
      {
        wrapper: billingWrapper(
          op === "getEntity" ? transport : transport.answer("getEntity", entity()),
        ),
      },
    );
    await waitFor(() => expect(transport.argsOf(op).length).toBeGreaterThan(0));
    const first = transport.argsOf(op).length;
    for (let index = 0; index < first; index += 1) await give(index, MARKED[op]("first"));
    expect(result.current.shown).toBe("first");
    await act(async () => {
      void result.current.cancel({ productId: "pro" });
      await Promise.resolve();
    });
    await asked(2 * first);
    await act(async () => {
      void result.current.cancel({ productId: "pro" });
      await Promise.resolve();
    });
    await asked(3 * first);
    for (let index = 2 * first; index < 3 * first; index += 1)
      await give(index, MARKED[op]("newest"));
    for (let index = first; index < 2 * first; index += 1) await give(index, MARKED[op]("older"));
    expect(result.current.shown).toBe("newest");
  });
});

describe("a plan change", () => {
  const attachParams = { productId: "pro" };
  const first: PlanChangeDialogProps = {
    ...{ open: true, setOpen: () => undefined, preview: productPreview(), attachParams },
  };
  function renderChange() {
    const slow = slowBackend("checkout");
    const view = renderHook((props: PlanChangeDialogProps) => usePlanChangeDialog(props), {
      initialProps: first,
      wrapper: billingWrapper(slow.transport),
    });
    const total = () => view.result.current.checkout?.checkoutResult.total;
    return { ...view, ...slow, total };
  }

  it("shows the amounts of this opening, not of the one before", async () => {
    const { give, asked, rerender, total } = renderChange();
    await asked(1);
    rerender({ ...first, open: false });
    rerender(first);
    await asked(2);
    await give(1, checkoutAnswer({ total: 2 }));
    await give(0, checkoutAnswer({ total: 1 }));
    expect(total()).toBe(2);
  });

  it("shows the amounts of the latest try", async () => {
    const { give, asked, result, total } = renderChange();
    await asked(1);
    act(() => result.current.retry());
    await asked(2);
    await give(0, checkoutAnswer({ total: 1 }));
    expect(total()).toBeUndefined();
    await give(1, checkoutAnswer({ total: 2 }));
    expect(total()).toBe(2);
  });

  it("shows no amounts of other parameters, before or after", async () => {
    const { give, asked, rerender, result, total, transport } = renderChange();
    await asked(1);
    await give(0, checkoutAnswer({ total: 1 }));
    const other = { productId: "studio", reward: "SPRING" };
    rerender({ ...first, attachParams: other });
    expect(result.current).toMatchObject({ state: "loading", checkout: null });
    await asked(2);
    expect(transport.argsOf("checkout")[1]).toEqual(other);
    rerender({ ...first, attachParams: { productId: "studio" } });
    await asked(3);
    await give(2, checkoutAnswer({ total: 3 }));
    await give(1, checkoutAnswer({ total: 2 }));
    expect(total()).toBe(3);
    rerender({ ...first, attachParams: { productId: "studio" } });
    await act(async () => Promise.resolve());
    expect(transport.calls).toHaveLength(3);
  });
});

describe("a paywall", () => {
  const pro = product({ id: "pro", name: "Pro" });
  const denied = featureCheck({ preview: preview({ products: [pro] }) });

  async function renderPaywall() {
    const slow = slowBackend("checkout", new FakeTransport().answer("check", denied));
    const host = { onEvent: vi.fn(), onError: vi.fn() };
    const first: PaywallDialogProps = {
      ...{ open: true, setOpen: () => undefined, featureId: "uploads", entityId: "s1" },
      onUnlocked: vi.fn(),
    };
    const view = renderHook((props: PaywallDialogProps) => usePaywallDialog(props), {
      initialProps: first,
      wrapper: billingWrapper(slow.transport, { current: host }),
    });
    await waitFor(() => expect(view.result.current.product).toEqual(pro));
    return { ...view, ...slow, ...host, first };
  }

  it.each(["dismissed", "about another entity", "gone"] as const)(
    "opens no checkout after it is %s",
    async (end) => {
      const { result, give, rerender, unmount, first, onEvent } = await renderPaywall();
      act(() => void result.current.upgrade());
      if (end === "gone") unmount();
      else rerender({ ...first, ...(end === "dismissed" ? { open: false } : { entityId: "s2" }) });
      await give(0, checkoutAnswer({ product: pro }));
      expect(result.current.checkout).toBeNull();
      expect(onEvent).not.toHaveBeenCalled();
    },
  );

  it("offers nothing that was meant for another entity", async () => {
    const { result, rerender, first, transport } = await renderPaywall();
    transport.reply("check", () => new Promise(() => undefined));
    rerender({ ...first, entityId: "s2" });
    expect(result.current).toMatchObject({ state: "loading", product: null, preview: null });
    await act(() => result.current.upgrade());
    expect(transport.argsOf("checkout")).toEqual([]);
  });

  it("is not unlocked by the access of another entity", async () => {
    const { result, rerender, first, transport } = await renderPaywall();
    transport.answer("check", featureCheck({ allowed: true, preview: null }));
    rerender({ ...first, entityId: "s2" });
    await waitFor(() => expect(result.current.state).toBe("failed"));
    expect(first.onUnlocked).not.toHaveBeenCalled();
  });
});

describe("two pending checkouts", () => {
  function Box({ checkoutParams, open }: CheckoutDialogProps) {
    return open ? <p>{`with ${checkoutParams.reward ?? "no code"}`}</p> : null;
  }

  it.each([
    { gives: "in order", order: [0, 1] },
    { gives: "in reverse", order: [1, 0] },
  ])("open the dialog of the one that was started last, answered $gives", async ({ order }) => {
    const slow = slowBackend("checkout", new FakeTransport().answer("createCustomer", customer()));
    const { result } = renderHook(() => [useCustomer(), useEntity(null)] as const, {
      wrapper: billingWrapper(slow.transport),
    });
    const [{ checkout }] = result.current;
    void checkout({ productId: "pro", reward: "SPRING", dialog: Box });
    void checkout({ productId: "pro", dialog: Box });
    await slow.asked(2);
    for (const index of order) await slow.give(index, checkoutAnswer());
    expect(screen.queryByText(/^with/)?.textContent).toBe("with no code");
  });
});

describe("a pending plan change and a pending checkout", () => {
  const Checkout = ({ open }: CheckoutDialogProps) => (open ? <p>a checkout</p> : null);
  const Change = ({ open }: PlanChangeDialogProps) => (open ? <p>a plan change</p> : null);

  it.each(["a checkout", "a plan change"])("open what was started last: %s", async (last) => {
    const known = new FakeTransport().answer("createCustomer", customer());
    const checkouts = slowBackend("checkout", known);
    const checks = slowBackend("check", known);
    const { result } = renderHook(() => useCustomer(), { wrapper: billingWrapper(known) });
    const begin = [
      () => void result.current.checkout({ productId: "pro", dialog: Checkout }),
      () => void result.current.attach({ productId: "pro", dialog: Change }),
    ];
    for (const call of last === "a checkout" ? begin.reverse() : begin) call();
    await checkouts.asked(1);
    await checks.asked(1);
    const give = [() => checkouts.give(0, checkoutAnswer()), () => checks.give(0, productCheck())];
    // The operation that was started last gets the first response.
    for (const answer of last === "a checkout" ? give : give.reverse()) await answer();
    const shown = screen.queryAllByText(/^a (checkout|plan change)$/);
    expect(shown.map(({ textContent }) => textContent)).toEqual([last]);
  });
});

describe("a result of one user", () => {
  it("is not shown to the next user of the page: a redeemed code", async () => {
    const known = new FakeTransport()
      .answer("createCustomer", customer({ referrals: [] }))
      .answer("createReferralCode", MARKED.createReferralCode("SUN7"));
    const slow = slowBackend("redeemReferralCode", known);
    const host = { current: { identityKey: "ines" } };
    const Redeem = () => <RedeemForm {...useReferral("invite")} givenCode="LUNA" />;
    const { rerender } = render(<Redeem />, { wrapper: billingWrapper(slow.transport, host) });
    await press("Redeem");
    await slow.asked(1);
    host.current = { identityKey: "sade" };
    rerender(<Redeem />);
    const party = { id: "luna", name: "Luna", email: null, created_at: 0 };
    const done = { id: "r", customer_id: "ines", reward_id: "x", referrer: party, redeemer: party };
    await slow.give(0, done);
    expect(screen.queryByText(/You redeemed the code/)).toBeNull();
    await press("Redeem");
    await slow.asked(2);
    await slow.give(1, done);
    expect(screen.getByText(/You redeemed the code/)).toBeTruthy();
    host.current = { identityKey: "lena" };
    rerender(<Redeem />);
    expect(screen.queryByText(/You redeemed the code/)).toBeNull();
  });

  it("is not shown again when a cancellation dialog reopens", async () => {
    const held = customerProduct({ current_period_end: CYCLE_START });
    const transport = new FakeTransport()
      .answer("createCustomer", customer({ products: [held] }))
      .answer("listProducts", { list: [] });
    transport.reply("cancel", () => {
      transport.answer("createCustomer", customer());
      return ok({ success: true, customer_id: "ines", product_id: "creator" });
    });
    function Host() {
      const [open, setOpen] = useState(true);
      return (
        <>
          <button onClick={() => setOpen(true)}>Open</button>
          <CancelDialog open={open} setOpen={setOpen} productId="creator" />
        </>
      );
    }
    render(<Host />, { wrapper: billingWrapper(transport) });
    await press("Confirm cancellation");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    fireEvent.click(screen.getByText("Open"));
    expect(await screen.findByRole("alertdialog", { name: "This did not load" })).toBeTruthy();
  });
});
