import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Attach } from "../../src/contract/responses";
import { fail, ok } from "../../src/contract/errors";
import type { Result } from "../../src/contract/errors";
import { EndProduct } from "../../src/react/components/end-product";
import { SeatTable } from "../../src/react/components/seat-table";
import { CancelDialog } from "../../src/react/dialogs/cancel-dialog";
import { CheckoutDialog } from "../../src/react/dialogs/checkout-dialog";
import { PaywallDialog } from "../../src/react/dialogs/paywall-dialog";
import { PlanChangeDialog } from "../../src/react/dialogs/plan-change-dialog";
import { useCustomer } from "../../src/react/hooks/use-customer";
import { useEntity } from "../../src/react/hooks/use-entity";
import { usePaywall } from "../../src/react/hooks/use-paywall";
import type { EntityHandle } from "../../src/react/params";
import { FakeTransport, deferred } from "./fake-transport";
import { billingWrapper } from "./hooks/billing-harness";
import "../../../ui/tests/browser";
import { buttonCalled, press } from "./press";
import {
  CYCLE_START,
  checkoutAnswer,
  customer,
  customerFeature,
  customerProduct,
  entity,
  featureCheck,
  prepaidItem,
  preview,
  product,
  productCheck,
  productItem,
} from "./wire-samples";

const attached: Attach = {
  success: true,
  customer_id: "ines",
  product_ids: ["creator"],
  code: "new_product_attached",
  message: "",
};
const packs = checkoutAnswer({
  product: product({ items: [productItem(), prepaidItem()] }),
  options: [{ feature_id: "credits", quantity: 300 }],
});
const paid = customerProduct({ current_period_end: CYCLE_START });
const seat = (id: string) => ({
  ...{ id, name: id, customer_id: "ines", feature_id: "seats" },
  ...{ created_at: CYCLE_START, env: "sandbox" as const },
});

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());

function backend() {
  return new FakeTransport()
    .answer(
      "createCustomer",
      customer({
        entities: [seat("seat_1"), seat("seat_2")],
        products: [paid, { ...paid, entity_id: "seat_1" }, { ...paid, entity_id: "seat_2" }],
      }),
    )
    .reply("getEntity", ({ entityId }) => ok(entity({ id: String(entityId) })))
    .answer("listProducts", { list: [] })
    .answer("checkout", packs)
    .answer("check", productCheck())
    .answer("attach", attached)
    .answer("cancel", { success: true, customer_id: "ines", product_id: "creator" })
    .answer("track", {
      ...{ id: "evt_1", code: "event_received" as const },
      ...{ customer_id: "ines", feature_id: "uploads" },
    });
}

const LOADS: readonly string[] = ["createCustomer", "listProducts"];

/** The request, and its customer or entity. */
function asked({ calls }: FakeTransport): string[] {
  return calls
    .filter(({ op, args }) => !LOADS.includes(op) && !(op === "getEntity" && !args["expand"]))
    .map(({ op, args: { entityId } }) => {
      return `${op} for ${typeof entityId === "string" ? entityId : "the customer"}`;
    });
}

const gone = () => waitFor(() => expect(document.querySelector("[role$=dialog]")).toBeNull());

type Whose = { entityId: string } | undefined;
/** The operations of a page for a customer or for an entity. */
type Doer = Pick<EntityHandle, "attach" | "checkout" | "cancel" | "track">;

/** Every operation of a hook: the call, the clicks that follow, and the request. */
const DOINGS: readonly {
  what: string;
  call: (who: Doer, whose: Whose) => Promise<unknown>;
  pressed?: readonly string[];
  ops: readonly string[];
}[] = [
  {
    what: "a checkout",
    call: (who, whose) => who.checkout({ productId: "pro", ...whose }),
    ops: ["checkout"],
  },
  {
    what: "an attach",
    call: (who, whose) => who.attach({ productId: "pro", ...whose }),
    ops: ["attach"],
  },
  {
    what: "a cancellation",
    call: (who, whose) => who.cancel({ productId: "pro", ...whose }),
    ops: ["cancel"],
  },
  {
    what: "tracked use",
    call: (who, whose) => who.track({ featureId: "uploads", ...whose }),
    ops: ["track"],
  },
  {
    what: "a checkout whose quantity is changed, then confirmed",
    call: (who, whose) => who.checkout({ productId: "pro", ...whose, dialog: CheckoutDialog }),
    pressed: ["Qty: 300", "One more", "Save", "Confirm"],
    ops: ["checkout", "checkout", "attach"],
  },
  {
    what: "a plan change that is previewed, then confirmed",
    call: (who, whose) => who.attach({ productId: "pro", ...whose, dialog: PlanChangeDialog }),
    pressed: ["Confirm and pay"],
    ops: ["check", "checkout", "attach"],
  },
];

describe("an operation of a hook", () => {
  it.each(
    DOINGS.flatMap((doing) => [
      { ...doing, whom: "the customer", whose: undefined },
      { ...doing, whom: "seat_2", whose: { entityId: "seat_2" } },
    ]),
  )("is for $whom, as the caller says: $what", async ({ whom, whose, ...doing }) => {
    const transport = backend();
    const { result } = renderHook(() => useCustomer(), { wrapper: billingWrapper(transport) });
    await act(() => doing.call(result.current, whose));
    await press(...(doing.pressed ?? []));
    if (doing.pressed) await gone();
    expect(asked(transport)).toEqual(doing.ops.map((op) => `${op} for ${whom}`));
  });

  it.each(DOINGS)("is for the entity of the hook: $what", async (doing) => {
    const transport = backend();
    const { result } = renderHook(() => useEntity("seat_1"), {
      wrapper: billingWrapper(transport),
    });
    await act(() => doing.call(result.current, undefined));
    await press(...(doing.pressed ?? []));
    if (doing.pressed) await gone();
    expect(asked(transport)).toEqual(doing.ops.map((op) => `${op} for seat_1`));
  });

  it("is confirmed for the same entity after the amounts have changed", async () => {
    const transport = backend().reply("attach", () => fail("preview_stale", "They changed", 409));
    const { result } = renderHook(() => useEntity("seat_1"), {
      wrapper: billingWrapper(transport),
    });
    await act(() => result.current.checkout({ productId: "pro", dialog: CheckoutDialog }));
    await press("Confirm");
    await waitFor(() => expect(asked(transport)).toHaveLength(3));
    transport.answer("attach", attached);
    await press("Confirm");
    await gone();
    expect(asked(transport)).toEqual(
      ["checkout", "attach", "checkout", "attach"].map((op) => `${op} for seat_1`),
    );
  });
});

describe("an operation of a dialog or a component", () => {
  const sells = featureCheck({ preview: preview({ products: [product({ id: "pro" })] }) });
  const shut = () => undefined;

  it.each([
    { whom: "the customer", whose: {} },
    { whom: "seat_2", whose: { entityId: "seat_2" } },
  ])("is for $whom", async ({ whom, whose }) => {
    const held = { ...paid, ...(whose.entityId !== undefined && { entity_id: whose.entityId }) };
    const parts: readonly [node: React.ReactElement, clicks: string[], ops: string[]][] = [
      [
        <PaywallDialog key="paywall" open setOpen={shut} featureId="uploads" {...whose} />,
        ["Upgrade to", "Confirm and pay"],
        ["check", "checkout", "attach", "check"],
      ],
      [
        <CancelDialog key="cancel" open setOpen={shut} productId="creator" {...whose} />,
        ["Confirm"],
        ["cancel"],
      ],
      [<EndProduct key="end" product={held} />, ["Cancel plan", "Confirm"], ["cancel"]],
      [
        <EndProduct key="keep" product={{ ...held, canceled_at: 1 }} />,
        ["Keep", "Confirm"],
        ["checkout", "attach"],
      ],
    ];
    for (const [node, clicks, ops] of parts) {
      const transport = backend().answer("check", sells);
      const { unmount } = render(node, { wrapper: billingWrapper(transport) });
      await press(...clicks);
      await waitFor(() => expect(asked(transport)).toEqual(ops.map((op) => `${op} for ${whom}`)));
      unmount();
    }
  });

  it("is offered by the paywall of the denied entity", async () => {
    const transport = backend().answer("check", sells);
    const { result } = renderHook(() => useEntity("seat_1"), {
      wrapper: billingWrapper(transport),
    });
    await waitFor(() => expect(result.current.entity).not.toBeNull());
    act(() => void result.current.check({ featureId: "uploads", dialog: PaywallDialog }));
    await press("Upgrade to");
    await press("Confirm and pay");
    await waitFor(() => expect(asked(transport)).toHaveLength(4));
    expect(new Set(asked(transport))).toEqual(
      new Set(["check for seat_1", "checkout for seat_1", "attach for seat_1"]),
    );
  });

  it("shows a meter for each seat's own entity", async () => {
    const transport = backend().reply("getEntity", ({ entityId }) => {
      const usage = entityId === "seat_1" ? 3 : 4;
      return ok(entity({ features: [customerFeature({ usage, balance: 6 })] }));
    });
    render(<SeatTable featureId="seats" title="Seats" measuredFeatureId="uploads" />, {
      wrapper: billingWrapper(transport),
    });
    await waitFor(() => expect(screen.getAllByRole("meter")).toHaveLength(2));
    const rows = screen.getAllByRole("row").map(({ textContent }) => textContent);
    expect(rows[1]).toMatch(/^seat_1.*3 of 9/);
    expect(rows[2]).toMatch(/^seat_2.*4 of 10/);
    expect(transport.argsOf("getEntity")).toEqual([{ entityId: "seat_1" }, { entityId: "seat_2" }]);
  });

  it.each([
    ["nobody's", {}, {}],
    ["an entity's", { entityId: "seat_2" }, { entityId: "seat_2" }],
    [
      "an entity's with an amount",
      { entityId: "seat_2", requiredBalance: 0 },
      { entityId: "seat_2", requiredBalance: 0 },
    ],
  ])("opens %s paywall with exactly the given parameters", async (_whose, given, sent) => {
    const transport = backend().answer("check", sells);
    const { result } = renderHook(() => usePaywall({ featureId: "uploads", ...given }), {
      wrapper: billingWrapper(transport),
    });
    await waitFor(() => expect(result.current.data).not.toBeNull());
    expect(transport.argsOf("check")).toEqual([
      { featureId: "uploads", withPreview: true, ...sent },
    ]);
  });
});

describe("a hook whose entity changes", () => {
  /** seat_1 has it and seat_2 does not; the entity of later requests may be changed. */
  function renderSeats(first: string | null = "seat_1") {
    const transport = backend().reply("getEntity", ({ entityId }) => {
      const balance = entityId === "seat_1" ? 1 : 0;
      return ok(entity({ id: String(entityId), features: [customerFeature({ balance })] }));
    });
    const view = renderHook((id: string | null) => useEntity(id), {
      initialProps: first,
      wrapper: billingWrapper(transport),
    });
    return { ...view, transport };
  }

  it("shows nothing of the earlier entity, at any render", async () => {
    const { result, rerender } = renderSeats();
    const allows = () => result.current.allowed({ featureId: "uploads" });
    await waitFor(() => expect(allows()).toBe(true));
    rerender("seat_2");
    expect(result.current).toMatchObject({ entity: null, isLoading: true });
    expect(allows()).toBe(false);
    expect(result.current.check({ featureId: "uploads" }).data).toMatchObject({
      customer_id: null,
      loading: true,
    });
    await waitFor(() => expect(result.current.entity?.id).toBe("seat_2"));
    expect(allows()).toBe(false);
    expect(result.current.check({ featureId: "uploads" }).data.entity_id).toBe("seat_2");
    rerender(null);
    expect(result.current).toMatchObject({ entity: null, isLoading: false });
    expect(allows()).toBe(false);
    rerender("seat_1");
    await waitFor(() => expect(allows()).toBe(true));
  });

  it("sends later calls for the new entity, and started calls for the old one", async () => {
    const { result, rerender, transport } = renderSeats();
    const begun = result.current;
    rerender("seat_2");
    await act(() => begun.cancel({ productId: "pro" }));
    await act(() => result.current.cancel({ productId: "pro" }));
    rerender(null);
    await act(() => result.current.cancel({ productId: "pro" }));
    expect(asked(transport)).toEqual(["cancel for seat_1", "cancel for seat_2"]);
  });

  it("confirms a checkout for the entity that started it", async () => {
    const late = deferred<Result<unknown>>();
    const { result, rerender, transport } = renderSeats();
    transport.reply("checkout", () => late.promise);
    const opening = result.current.checkout({ productId: "pro", dialog: CheckoutDialog });
    rerender("seat_2");
    await act(async () => {
      late.resolve(ok(packs));
      await opening;
    });
    rerender("seat_3");
    await press("Confirm");
    await gone();
    expect(asked(transport)).toEqual(["checkout for seat_1", "attach for seat_1"]);
  });

  it("opens the paywall of the checked entity, and keeps it when the entity changes", async () => {
    const { result, rerender, transport } = renderSeats("seat_2");
    transport.answer("check", featureCheck({ preview: preview() }));
    await waitFor(() => expect(result.current.entity).not.toBeNull());
    act(() => void result.current.check({ featureId: "uploads", dialog: PaywallDialog }));
    rerender("seat_1");
    await press("Upgrade to");
    await buttonCalled("Confirm");
    expect(asked(transport)).toEqual(["check for seat_2", "checkout for seat_2"]);
  });
});

describe("equal balances", () => {
  it("are answered for each owner separately: customer, seat and another seat", async () => {
    const uploads = (balance: number) => [customerFeature({ balance })];
    const transport = backend()
      .answer("createCustomer", customer({ features: uploads(9) }))
      .reply("getEntity", ({ entityId }) =>
        ok(entity({ id: String(entityId), features: uploads(entityId === "seat_1" ? 3 : 5) })),
      );
    const { result } = renderHook(
      () => [useCustomer(), useEntity("seat_1"), useEntity("seat_2")] as const,
      { wrapper: billingWrapper(transport) },
    );
    await waitFor(() => expect(result.current.every(({ isLoading }) => !isLoading)).toBe(true));
    const upTo = (needed: number) =>
      result.current.map(({ allowed }) =>
        allowed({ featureId: "uploads", requiredBalance: needed }),
      );
    expect([3, 4, 5, 6, 9, 10].map(upTo)).toEqual([
      [true, true, true],
      [true, false, true],
      [true, false, true],
      [true, false, false],
      [true, false, false],
      [false, false, false],
    ]);
    const owners = result.current.map(({ check }) => {
      const { data } = check({ featureId: "uploads" });
      return [data.customer_id, data.entity_id];
    });
    expect(owners).toEqual([
      ["ines", undefined],
      ["ines", "seat_1"],
      ["ines", "seat_2"],
    ]);
  });
});
