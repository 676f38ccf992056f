import { act, render, renderHook, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  AutumnProvider,
  PricingTable,
  useCustomer,
  useEntity,
  usePaywall,
  usePricingTable,
} from "autumn-js/react";
import { anyApi } from "convex/server";
import type { FunctionReference } from "convex/server";
import { convexToJson, jsonToConvex } from "convex/values";
import type { Value } from "convex/values";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { MockInstance } from "vitest";
import { api, components, internal } from "../../../../convex/_generated/api";
import { openBackend } from "../../../../tests/convex/backend";
import { hostBilling } from "../client/host-billing";

/**
 * The client inside the provider, because the peer has no hook that removes an entity, and only a
 * deprecated one for usage.
 */
interface PeerClient {
  query: (args: { featureId: string; range: string }) => Promise<unknown>;
  entities: { delete: (args: { entityId: string }) => Promise<unknown> };
}
const load = createRequire(import.meta.url);
const { ConvexAutumnClient } = load(
  join(dirname(load.resolve("autumn-js/react")), "client/ConvexAutumnClient.js"),
) as { ConvexAutumnClient: new (given: { convex: unknown; convexApi: unknown }) => PeerClient };

const modules = import.meta.glob([
  "../../../../convex/{_generated,accounts}/**/*.ts",
  "../../../../convex/{billing,http,seed}.ts",
]);
const CARD = { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" };

type Site = Awaited<ReturnType<typeof startSite>>;

/**
 * Spotlight's own functions, and those of a host that allows more for its browsers: `anyApi.open`.
 */
async function startSite() {
  const open = hostBilling({
    clientTrackable: ["uploads"],
    authorize: () => Promise.resolve(true),
  }).actions();
  const t = openBackend({ ...modules, "../../../../convex/open.ts": () => Promise.resolve(open) });
  await t.mutation(internal.billing.install, {});
  await t.mutation(components.billing.public.createFeature, {
    params: { id: "desks", type: "continuous_use" },
  });
  return t;
}

/** The site as one user calls it; null: a visitor. */
function asPerson(site: Site, person: string | null) {
  const issuer = "https://local";
  return person === null
    ? site
    : site.withIdentity({ subject: person, issuer, tokenIdentifier: `${issuer}|${person}` });
}

/** A signed-in Convex client. */
function clientOf(site: Site, person: string | null) {
  const asked = asPerson(site, person);
  return {
    // As on the wire, which has no undefined values.
    action: (reference: FunctionReference<"action">, args: Record<string, Value | undefined>) =>
      asked.action(reference, jsonToConvex(convexToJson(args))),
  };
}

/** The peer's provider on the page of one user, with its content. */
function peerPage(site: Site, person: string | null, convexApi: unknown = api.billing) {
  const convex = clientOf(site, person);
  const cache = new Map();
  return function Page({ children }: { children: ReactNode }) {
    return (
      <SWRConfig value={{ provider: () => cache }}>
        <AutumnProvider convex={convex} convexApi={convexApi}>
          {children}
        </AutumnProvider>
      </SWRConfig>
    );
  };
}

/** The peer's `useCustomer` on the page of one user, once it has loaded. */
async function customerPage(site: Site, person = "ada", convexApi?: unknown) {
  const wrapper = peerPage(site, person, convexApi);
  const { result } = renderHook(() => useCustomer(), { wrapper });
  await waitFor(() => expect(result.current.customer?.id).toBe(person));
  return result;
}

type Peer = Awaited<ReturnType<typeof customerPage>>["current"];

async function saveCard(site: Site, url: string | undefined) {
  const token = url?.slice(url.lastIndexOf("/") + 1) ?? "";
  const saved = await site.mutation(components.billing.pages.checkout.submitCard, {
    token,
    card: CARD,
  });
  expect(saved.error).toBeNull();
}

let opened: MockInstance<Window["open"]>;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("SITE_ORIGIN", "https://spotlight.example");
  vi.stubEnv("CONVEX_SITE_URL", "https://deployment.example");
  opened = vi.spyOn(window, "open").mockReturnValue(null);
});
describe("autumn-js 0.1.85, given `convex` and `api.billing`", () => {
  it("shows the customer, the products on sale, and what a plan unlocks", async () => {
    const site = await startSite();
    const { result } = renderHook(
      () => ({
        customer: useCustomer({ expand: ["invoices", "payment_method", "entities"] }),
        table: usePricingTable(),
        paywall: usePaywall({ featureId: "hd_upload" }),
      }),
      { wrapper: peerPage(site, "ada") },
    );
    await waitFor(() => {
      expect(result.current.customer.customer).toMatchObject({ id: "ada", invoices: [] });
      expect(result.current.table.products?.map(({ id }) => id)).toContain("creator");
      expect(result.current.paywall.data?.products[0]?.id).toBe("pro");
    });
    const { check } = result.current.customer;
    expect(check({ featureId: "uploads" }).data).toMatchObject({ allowed: true, balance: 10 });
    expect(check({ featureId: "hd_upload" }).data.allowed).toBe(false);
    expect(check({ productId: "creator" }).data.allowed).toBe(false);
  });

  it("buys, changes and cancels plans, and opens every hosted page", async () => {
    const site = await startSite();
    const page = await customerPage(site);
    const checkout = await act(() =>
      page.current.checkout({ productId: "creator", openInNewTab: true }),
    );
    expect(opened).toHaveBeenLastCalledWith(checkout.data?.url, "_blank");
    const setup = await act(() => page.current.setupPayment({ successUrl: "/plans" }));
    expect(opened).toHaveBeenLastCalledWith(setup.data?.url, "_self");
    await saveCard(site, setup.data?.url);

    const attached = await act(() => page.current.attach({ productId: "creator" }));
    expect(attached).toMatchObject({ error: null, data: { product_ids: ["creator"] } });
    expect(page.current.customer?.products.map(({ id }) => id)).toEqual(["creator"]);
    const preview = await act(() =>
      page.current.attach({ productId: "studio", dialog: () => <p>What changes</p> }),
    );
    expect(preview.data).toMatchObject({ preview: { scenario: "upgrade", product_id: "studio" } });
    expect(screen.getByText("What changes")).toBeTruthy();
    const canceled = await act(() => page.current.cancel({ productId: "creator" }));
    expect(canceled).toMatchObject({ error: null, data: { product_id: "creator" } });
    const portal = await act(() => page.current.openBillingPortal({ returnUrl: "/plans" }));
    expect(portal.data?.url).toMatch(/^https:\/\/deployment\.example\//);
    expect(opened).toHaveBeenLastCalledWith(portal.data?.url, "_self");
  });

  it("sells through its own pricing table and checkout dialog, prepaid quantities too", async () => {
    const site = await startSite();
    const { current } = await customerPage(site);
    await saveCard(site, (await act(() => current.setupPayment())).data?.url);
    const Page = peerPage(site, "ada");
    render(<PricingTable />, { wrapper: Page });
    const name = await screen.findByRole("heading", { name: "Creator" });
    const card = name.closest<HTMLElement>(".au-border");
    if (!card) throw new Error("the plan has no card");
    await userEvent.click(within(card).getByRole("button"));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("$6.00")).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: /^Qty/ }));
    await userEvent.clear(await screen.findByRole("textbox"));
    await userEvent.type(screen.getByRole("textbox"), "3");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.getByText("$18.00")).toBeTruthy());
    await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const { data } = await asPerson(site, "ada").action(api.billing.createCustomer, {});
    expect(data?.products.map((product) => product.id)).toEqual(["creator"]);
    expect(data?.features.credits?.balance).toBe(400);
  });

  it("creates a referral code, and redeems it for a friend", async () => {
    const site = await startSite();
    const ada = await customerPage(site);
    const made = await act(() => ada.current.createReferralCode({ programId: "invite-artist" }));
    const ben = await customerPage(site, "ben");
    const code = made.data?.code ?? "";
    expect(await act(() => ben.current.redeemReferralCode({ code }))).toMatchObject({
      error: null,
      data: { customer_id: "ben" },
    });
  });

  it("has no customer for a visitor, and shows what is on sale", async () => {
    const site = await startSite();
    const { result } = renderHook(
      () => ({ customer: useCustomer({ errorOnNotFound: false }), table: usePricingTable() }),
      { wrapper: peerPage(site, null) },
    );
    await waitFor(() => expect(result.current.table.products).not.toEqual([]));
    expect(result.current.customer).toMatchObject({ customer: null, error: undefined });
    expect(result.current.customer.check({ featureId: "uploads" }).data.allowed).toBe(false);
  });

  it("creates, shows and deletes entities, reports and counts use, where the host allows it", async () => {
    const site = await startSite();
    const page = await customerPage(site, "ada", anyApi.open);
    const desk = { id: "desk_1", name: "Desk 1", featureId: "desks" };
    const made = await act(() => page.current.createEntity(desk));
    expect(made).toMatchObject({ error: null, data: { id: "desk_1", customer_id: "ada" } });
    const { result } = renderHook(() => useEntity("desk_1"), {
      wrapper: peerPage(site, "ada", anyApi.open),
    });
    await waitFor(() => expect(result.current.entity?.id).toBe("desk_1"));
    const tracked = await act(() => page.current.track({ featureId: "uploads", value: 2 }));
    expect(tracked).toMatchObject({ error: null, data: { feature_id: "uploads" } });
    await act(() => page.current.refetch());
    expect(page.current.customer?.features.uploads?.balance).toBe(8);
    const client = new ConvexAutumnClient({
      convex: clientOf(site, "ada"),
      convexApi: anyApi.open,
    });
    const used = await client.query({ featureId: "uploads", range: "30d" });
    expect(used).toMatchObject({ error: null, data: { total: { uploads: { sum: 2 } } } });
    const removed = await client.entities.delete({ entityId: "desk_1" });
    expect(removed).toMatchObject({ error: null, data: { success: true } });
  });
});

describe("a call that a browser may not make", () => {
  it.each<[string, string, (peer: Peer) => Promise<unknown>]>([
    ["make entities", "forbidden", (peer) => peer.createEntity({ id: "a", featureId: "seats" })],
    ["report use", "forbidden", (peer) => peer.track({ featureId: "uploads", value: 1 })],
    ["credit itself", "invalid_inputs", (peer) => peer.track({ featureId: "uploads", value: -5 })],
    [
      "end a plan at once",
      "forbidden",
      (peer) => peer.cancel({ productId: "creator", cancelImmediately: true }),
    ],
    [
      "redirect to another site",
      "invalid_return_url",
      (peer) => peer.openBillingPortal({ returnUrl: "https://evil.example" }),
    ],
    [
      "give itself a trial",
      "convex_action_failed",
      (peer) => peer.attach({ productId: "creator", freeTrial: true }),
    ],
    [
      "write its own bill",
      "convex_action_failed",
      (peer) => peer.checkout({ productId: "creator", checkoutSessionParams: { line_items: [] } }),
    ],
  ])("is to %s: the peer gets %s in an envelope", async (_what, code, ask) => {
    const page = await customerPage(await startSite());
    const answer = await act(() => ask(page.current));
    expect(answer).toMatchObject({ data: null, error: { code } });
    expect(opened).not.toHaveBeenCalled();
  });
});
