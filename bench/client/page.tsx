import { AutumnProvider, PricingTable as PeerTable } from "autumn-js/react";
import { ConvexReactClient } from "convex/react";
import { anyApi, makeFunctionReference } from "convex/server";
import type { ComponentType, ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { ok } from "../../packages/billing/src/contract/errors";
import {
  BillingProvider,
  CheckoutDialog,
  PricingTable,
  useCustomer,
} from "../../packages/billing/src/react/index";
import type {
  BillingFunctions,
  CustomerHandle,
  Transport,
} from "../../packages/billing/src/react/index";
import { lastShown, makeProducts } from "./products";

type Client = "ours" | "autumn-js 0.1.85";
interface RenderTime {
  mount: number;
  update: number;
  nodes: number;
}

const UPDATES = 11;

/** Resolves once the page shows a text. */
function shown(text: string): Promise<void> {
  return new Promise((seen) => {
    const look = () => {
      if (!document.body.textContent.includes(text)) return;
      observer.disconnect();
      seen();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    look();
  });
}

/** A backend that responds immediately. */
function instantTransport(count: number): Transport {
  const list = makeProducts(count);
  const call = (op: string) => Promise.resolve(op === "listProducts" ? ok({ list }) : ok(null));
  // The table requests products, and nothing else when signed out.
  return { call };
}

/** The peer uses HTTP, which is answered here immediately. */
function answerFetch(count: number): void {
  const list = makeProducts(count);
  window.fetch = (request) => {
    const address = request instanceof Request ? request.url : String(request);
    const body = address.includes("/products") ? { list } : null;
    return Promise.resolve(Response.json(body));
  };
}

function prepare(client: Client, count: number): ComponentType<{ turn: number }> {
  if (client === "ours") {
    const transport = instantTransport(count);
    return ({ turn }) => (
      <BillingProvider transport={transport} backendUrl={`/${count}`} identityKey={null}>
        <PricingTable>{turn}</PricingTable>
      </BillingProvider>
    );
  }
  answerFetch(count);
  return ({ turn }) => (
    <AutumnProvider backendUrl={`https://peer.invalid/${count}`} includeCredentials={false}>
      <PeerTable />
      {turn}
    </AutumnProvider>
  );
}

/**
 * Milliseconds until a table with its products is laid out, and for a later render
 * of its parent.
 */
async function measureRender(client: Client, count: number): Promise<RenderTime> {
  const Table = prepare(client, count);
  const place = document.body.appendChild(document.createElement("main"));
  const root = createRoot(place);
  const draw = (node: ReactNode) => flushSync(() => root.render(node));
  const began = performance.now();
  draw(<Table turn={0} />);
  await shown(lastShown(count));
  place.getBoundingClientRect();
  const mount = performance.now() - began;
  const updates = Array.from({ length: UPDATES }, (_, index) => {
    const from = performance.now();
    draw(<Table turn={index + 1} />);
    place.getBoundingClientRect();
    return performance.now() - from;
  });
  const nodes = place.querySelectorAll("*").length;
  root.unmount();
  place.remove();
  const update = updates.sort((a, b) => a - b)[Math.floor(UPDATES / 2)] ?? NaN;
  return { mount, update, nodes };
}

interface SignedIn {
  /** The address of the page that saves a card. */
  cardPage: string;
}

let convex: ConvexReactClient | null = null;

type Answer<T> = Promise<{ data: T }>;
const SIGN_UP = makeFunctionReference<
  "action",
  { username: string; password: string },
  Answer<{ accessToken: string }>
>("accounts/credentials:signUp");
const SETUP_PAYMENT = makeFunctionReference<
  "action",
  Record<string, never>,
  Answer<{ url: string }>
>("billing:setupPayment");

/** Signs up; this is not counted. */
async function signIn(url: string): Promise<SignedIn> {
  convex = new ConvexReactClient(url);
  const signedUp = await convex.action(SIGN_UP, { username: "ana", password: "Long-enough-1!" });
  convex.setAuth(() => Promise.resolve(signedUp.data.accessToken));
  const page = await convex.action(SETUP_PAYMENT, {});
  return { cardPage: page.data.url };
}

let customer: CustomerHandle | null = null;

function FirstPage() {
  customer = useCustomer();
  return (
    <>
      <p>{customer.customer ? `Signed in as ${customer.customer.id}` : "Loading"}</p>
      <PricingTable />
    </>
  );
}

/** The first page of a signed-in user. */
async function openFirstPage(): Promise<void> {
  if (!convex) throw new Error("Sign in first");
  // The generated functions of a deployment, by name.
  const api = anyApi["billing"] as unknown as BillingFunctions;
  createRoot(document.body.appendChild(document.createElement("main"))).render(
    <BillingProvider convex={convex} api={api} identityKey="ana">
      <FirstPage />
    </BillingProvider>,
  );
  await Promise.all([shown("Signed in as"), shown("Creator")]);
}

async function openCheckout(): Promise<void> {
  await customer?.checkout({ productId: "creator", dialog: CheckoutDialog });
}

export const bench = { measureRender, signIn, openFirstPage, openCheckout };
