import { act, render, renderHook } from "@testing-library/react";
import { SWRConfig } from "swr";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../../src/contract/errors";
import { CHANGE_NEWS_MS } from "../../../src/react/flows/refresher";
import { useCustomer } from "../../../src/react/hooks/use-customer";
import { useEntity } from "../../../src/react/hooks/use-entity";
import { usePaywall } from "../../../src/react/hooks/use-paywall";
import { usePricingTable } from "../../../src/react/hooks/use-pricing-table";
import { useUsage } from "../../../src/react/hooks/use-usage";
import { FakeTransport } from "../fake-transport";
import { customer, customerFeature, entity, featureCheck, product } from "../wire-samples";
import { billingWrapper, fakeConvex } from "./billing-harness";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockReturnValue();
});
const flush = () => act(() => vi.advanceTimersByTimeAsync(0));

/** Every hook that shows the customer, some of them twice. */
function usePage() {
  return {
    own: useCustomer(),
    banner: useCustomer({ errorOnNotFound: false }),
    settings: useCustomer({ expand: ["invoices", "payment_method"] }),
    seat: useEntity("seat_1"),
    usage: useUsage({ featureId: "uploads" }),
    paywall: usePaywall({ featureId: "uploads" }),
    table: usePricingTable(),
    footer: usePricingTable(),
  };
}

const PAGE_CALLS = ["check", "createCustomer", "getEntity", "listProducts", "query"];

/** This many components that load the products. */
function Tables({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => <Table key={index} />);
}
function Table() {
  return <p>{usePricingTable().products.length} products</p>;
}

/** This many components that load the usage. */
function Charts({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => <Chart key={index} />);
}
function Chart() {
  return <p>{useUsage({ featureId: "uploads" }).rows.length} days</p>;
}

/** A backend where all shown data names its customer. */
function backendOf(person: string, transport = new FakeTransport()) {
  return transport
    .answer("createCustomer", customer({ id: person, features: [customerFeature({ balance: 1 })] }))
    .answer("listProducts", { list: [product({ name: `Plan for ${person}` })] })
    .answer("getEntity", entity({ customer_id: person, name: `Seat of ${person}` }))
    .answer("query", { list: [{ period: 0, [person]: 1 }], total: {} })
    .answer("check", featureCheck({ customer_id: person }))
    .answer("cancel", { success: true, customer_id: person, product_id: "pro" });
}

function renderPage(who: { identityKey: string | null | undefined } = { identityKey: "ines" }) {
  const transport = backendOf("ines");
  const live = fakeConvex(transport);
  const watches = vi.spyOn(live.convex, "watchQuery");
  const host = { current: { convex: live.convex, api: live.api, transport: undefined, ...who } };
  const view = renderHook(usePage, { wrapper: billingWrapper(transport, host) });
  const asked = () =>
    transport.calls
      .splice(0)
      .map(({ op }) => op)
      .sort();
  const revise = (revision: number) =>
    live.push({ customer: revision, catalogue: 1, next_change_at: null });
  return { ...view, transport, host, asked, revise, watches };
}

describe("a page full of hooks", () => {
  it("requests each thing once, before any answer, over one subscription", async () => {
    const { transport, asked, watches } = renderPage();
    for (const op of ["createCustomer", "listProducts", "getEntity", "query", "check"] as const) {
      transport.reply(op, () => new Promise(() => undefined));
    }
    await flush();
    expect(asked()).toEqual(PAGE_CALLS);
    expect(watches).toHaveBeenCalledOnce();
  });

  it("requests everything that its hooks expand", async () => {
    const { transport, result } = renderPage();
    await flush();
    expect(transport.argsOf("createCustomer")).toEqual([
      { errorOnNotFound: false, expand: ["invoices", "payment_method"] },
    ]);
    const { own, banner, settings } = result.current;
    expect([own, banner, settings].map((hook) => hook.customer?.id)).toEqual(Array(3).fill("ines"));
  });

  it("requests nothing, not even products, until the identity is known", async () => {
    const { asked, host, rerender } = renderPage({ identityKey: undefined });
    await flush();
    expect(asked()).toEqual([]);
    host.current = { ...host.current, identityKey: "ines" };
    rerender();
    await flush();
    expect(asked()).toEqual(PAGE_CALLS);
  });
});

describe("a change", () => {
  async function renderRevised() {
    const page = renderPage();
    await flush();
    act(() => page.revise(1));
    await flush();
    page.asked();
    return page;
  }
  const CHANGED = ["cancel", ...PAGE_CALLS].sort();

  it("made elsewhere refreshes every hook, each once", async () => {
    const { asked, revise } = await renderRevised();
    act(() => revise(2));
    await flush();
    expect(asked()).toEqual(PAGE_CALLS);
  });

  it("made here refreshes every hook once, though the revision comes before the answer", async () => {
    const { asked, revise, result, transport } = await renderRevised();
    transport.reply("cancel", () => {
      act(() => revise(2));
      return ok({ success: true, customer_id: "ines", product_id: "pro" });
    });
    await act(() => result.current.own.cancel({ productId: "pro" }));
    await act(() => vi.advanceTimersByTimeAsync(10 * CHANGE_NEWS_MS));
    expect(asked()).toEqual(CHANGED);
  });

  it("made here refreshes every hook once, though the revision comes after the answer", async () => {
    const { asked, revise, result } = await renderRevised();
    const cancelled = result.current.own.cancel({ productId: "pro" });
    await act(() => vi.advanceTimersByTimeAsync(CHANGE_NEWS_MS / 2));
    act(() => revise(2));
    await act(() => cancelled);
    await act(() => vi.advanceTimersByTimeAsync(10 * CHANGE_NEWS_MS));
    expect(asked()).toEqual(CHANGED);
  });

  it("that failed refreshes nothing", async () => {
    const { asked, result, transport } = await renderRevised();
    transport.reply("cancel", () => fail("product_not_found", "No such product", 404));
    await act(() => result.current.own.cancel({ productId: "gold" }));
    await act(() => vi.advanceTimersByTimeAsync(10 * CHANGE_NEWS_MS));
    expect(asked()).toEqual(["cancel"]);
  });
});

describe("a component that is shown later on a live page", () => {
  const tell = (live: ReturnType<typeof fakeConvex>, catalogue: number) =>
    act(() => live.push({ customer: 1, catalogue, next_change_at: null }));

  async function open(Parts: typeof Tables, op: "listProducts" | "query") {
    const transport = backendOf("ines");
    const live = fakeConvex(transport);
    const host = { current: { convex: live.convex, api: live.api, transport: undefined } };
    const { rerender } = render(<Parts count={1} />, { wrapper: billingWrapper(transport, host) });
    const show = async (count: number) => {
      await act(() => vi.advanceTimersByTimeAsync(10_000));
      rerender(<Parts count={count} />);
      await act(() => vi.advanceTimersByTimeAsync(20));
      return transport.argsOf(op).length;
    };
    await flush();
    tell(live, 1);
    return { live, show };
  }

  it("requests only what is not loaded or has changed", async () => {
    const { live, show } = await open(Tables, "listProducts");
    expect(await show(2)).toBe(1);
    expect(await show(0)).toBe(1);
    tell(live, 2);
    await flush();
    expect(await show(1)).toBe(2);
    expect(await show(3)).toBe(2);
  });

  it("requests daily usage again, which ages without a revision", async () => {
    const { show } = await open(Charts, "query");
    expect(await show(2)).toBe(2);
  });
});

describe("another identity on the same page", () => {
  it("is never shown data of the first, by any hook, at any render", async () => {
    const page = renderPage();
    await flush();
    const shown = () => {
      const { own, seat, usage, paywall, table } = page.result.current;
      return JSON.stringify([own.customer, seat.entity, usage.rows, paywall.data, table.products]);
    };
    expect(shown()).toContain("Seat of ines");
    const allows = () => page.result.current.own.allowed({ featureId: "uploads" });
    expect(allows()).toBe(true);

    for (const next of [null, "sade"]) {
      backendOf(next ?? "nobody", page.transport);
      page.host.current = { ...page.host.current, identityKey: next };
      page.rerender();
      expect(shown()).not.toContain("ines");
      expect(allows()).toBe(false);
      await flush();
      expect(shown()).not.toContain("ines");
    }
    expect(shown()).toContain("Seat of sade");
  });
});

describe("the data-fetching numbers of the specification", () => {
  async function renderIn(config: { dedupingInterval: number; refreshInterval: number }) {
    const transport = backendOf("ines");
    const Billing = billingWrapper(transport);
    const wrapper = ({ children }: { children: ReactNode }) => (
      <SWRConfig value={config}>
        <Billing>{children}</Billing>
      </SWRConfig>
    );
    renderHook(() => usePricingTable(), { wrapper });
    await flush();
    return transport;
  }
  const focus = (afterMs: number) =>
    act(async () => {
      await vi.advanceTimersByTimeAsync(afterMs);
      window.dispatchEvent(new Event("focus"));
      await vi.advanceTimersByTimeAsync(0);
    });

  it("are the same in any configuration: no polling", async () => {
    const transport = await renderIn({ dedupingInterval: 0, refreshInterval: 100 });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(transport.calls).toHaveLength(1);
  });

  it("limit refetches on focus to one in 5 s", async () => {
    const transport = await renderIn({ dedupingInterval: 0, refreshInterval: 0 });
    await focus(5_001);
    expect(transport.calls).toHaveLength(2);
    await focus(4_900);
    expect(transport.calls).toHaveLength(2);
    await focus(200);
    expect(transport.calls).toHaveLength(3);
  });

  it("request once within 2 s, for all components, and again after", async () => {
    const transport = backendOf("ines");
    const Billing = billingWrapper(transport);
    const wrapper = ({ children }: { children: ReactNode }) => (
      <SWRConfig value={{ dedupingInterval: 0 }}>
        <Billing>{children}</Billing>
      </SWRConfig>
    );
    const { rerender } = render(<Tables count={1} />, { wrapper });
    const showMore = async (count: number, afterMs: number) => {
      await act(() => vi.advanceTimersByTimeAsync(afterMs));
      rerender(<Tables count={count} />);
      // Cached data is shown first, and requested with the next frame.
      await act(() => vi.advanceTimersByTimeAsync(20));
    };
    await showMore(2, 1_900);
    expect(transport.calls).toHaveLength(1);
    await showMore(3, 200);
    expect(transport.calls).toHaveLength(2);
  });

  it("retry failed products after about 5 s", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const transport = backendOf("ines").reply("listProducts", () =>
      fail("internal_error", "Down", 500),
    );
    renderHook(() => usePricingTable(), { wrapper: billingWrapper(transport) });
    await flush();
    // SWR waits (random + 0.5) × 2^tries × the interval, with tries from 1 up.
    await act(() => vi.advanceTimersByTimeAsync(9_999));
    expect(transport.calls).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(transport.calls).toHaveLength(2);
  });
});
