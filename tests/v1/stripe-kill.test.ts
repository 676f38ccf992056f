import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CARDS } from "../../packages/billing/tests/engine/cards";
import { FAKE_KEY, FAKE_SECRET } from "../../packages/billing/tests/payments/stripe/fake-stripe";
import type { Fault } from "../../packages/billing/tests/payments/stripe/fake-stripe";
import { startStripe } from "../../packages/billing/tests/payments/stripe/server";
import type { StripeServer } from "../../packages/billing/tests/payments/stripe/server";
import type { Customer } from "../../packages/billing/src/contract/wire";
import { casesOf } from "../cases";
import { operate } from "../e2e/operator";
import { newPlace, removePlace } from "../e2e/site";
import type { Place } from "../e2e/site";
import { KEY } from "./backend";

const ANA = "user_ana";
const PACK = { id: "print_pack", minor: 1200 };
const ROUNDS = casesOf(2, 30);
/** The moment at which the backend dies. */
const MOMENTS = ["after the charge", "before the charge", "soon after it", "later"] as const;
type Moment = (typeof MOMENTS)[number];

describe("payments of a backend that is killed", () => {
  let stripe: StripeServer;
  let place: Place;
  let backend: ChildProcess;

  beforeAll(async () => {
    stripe = await startStripe();
    place = await newPlace();
    backend = await start();
    await operate(place, "billing:install", {});
    await post("customers", { id: ANA });
    const { url } = await post<{ url: string }>("setup_payment", { customer_id: ANA });
    const page = await fetch(url, { redirect: "manual" });
    const card = new URLSearchParams({ number: CARDS.ok });
    await fetch(page.headers.get("Location") ?? "", { method: "POST", body: card });
  });
  afterAll(async () => {
    backend.kill("SIGKILL");
    await stripe.close();
    await removePlace(place);
  });

  it("takes money once for each purchase, and delivers each", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const moment = MOMENTS[round % MOMENTS.length] ?? "later";
      const asked = buy(round);
      await die(moment, round, asked);
      backend = await start();
      // The customer presses the button again: it is the same purchase.
      await buy(round);
    }
    await heal();
    const paid = stripe.stripe.charged.map(({ minor }) => minor);
    expect(paid).toEqual(Array.from({ length: ROUNDS }, () => PACK.minor));
    const { invoices = [] } = await customer();
    expect(invoices.map(({ status, total }) => [status, total])).toEqual(
      Array.from({ length: ROUNDS }, () => ["paid", PACK.minor / 100]),
    );
  });

  /** One purchase, identified by its round. A backend that dies does not respond. */
  async function buy(round: number): Promise<void> {
    const order = { customer_id: ANA, product_id: PACK.id };
    await post("attach", order, `round-${round}`).catch(() => null);
  }

  /** Kills the backend at a moment during the purchase. */
  async function die(moment: Moment, round: number, asked: Promise<void>): Promise<void> {
    const ended = once(backend, "exit");
    const kill = () => void backend.kill("SIGKILL");
    const faults: Partial<Record<Moment, Fault>> = {
      "before the charge": "unreachable",
      "after the charge": "lost",
    };
    let wasCharged = () => {};
    const charge = new Promise<void>((resolved) => (wasCharged = resolved));
    stripe.stripe.fault = (path) => {
      if (path !== "/v1/payment_intents") return "none";
      wasCharged();
      const fault = faults[moment];
      if (fault) kill();
      return fault ?? "none";
    };
    await Promise.race([charge, asked]);
    if (moment === "soon after it") setTimeout(kill, round % 7);
    if (moment === "later") void asked.then(kill);
    await ended;
    await asked;
    stripe.stripe.network = "fine";
  }

  /** A quarter of an hour passes, and the crons run. */
  async function heal(): Promise<void> {
    backend.kill("SIGUSR2");
    await expect
      .poll(
        async () => {
          await operate(place, "billing/lifecycle/jobs:sweep", {});
          return (await customer()).invoices?.filter(({ status }) => status === "paid").length;
        },
        { timeout: 60_000, interval: 500 },
      )
      .toBe(ROUNDS);
  }

  async function customer(): Promise<Customer> {
    return await call<Customer>(`customers/${ANA}?expand=invoices`);
  }

  async function post<Data>(path: string, body: object, key?: string): Promise<Data> {
    const headers = { "Content-Type": "application/json", ...(key && { "Idempotency-Key": key }) };
    return await call<Data>(path, { method: "POST", body: JSON.stringify(body), headers });
  }

  async function call<Data>(path: string, init: RequestInit = {}): Promise<Data> {
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${KEY}`);
    const url = `http://127.0.0.1:${place.convexPort + 1}/billing/v1/${path}`;
    const response = await fetch(url, { ...init, headers });
    const answer = (await response.json()) as Data;
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }

  /** The backend in its own process, once it is ready. */
  async function start(): Promise<ChildProcess> {
    const { convexPort: port, dataDir } = place;
    const env = {
      BILLING_MODE: "sandbox",
      BILLING_SECRET_KEY: KEY,
      CLERK_JWT_ISSUER_DOMAIN: "disabled",
      EMBEDDED_ISSUER: "disabled",
      EMBEDDED_JWKS: "disabled",
      SITE_ORIGIN: "http://localhost:5173",
      STRIPE_SECRET_KEY: FAKE_KEY,
      STRIPE_WEBHOOK_SECRET: FAKE_SECRET,
      STRIPE_API_URL: stripe.url,
    };
    const options = JSON.stringify({ functions: "convex", dataDir, port, sitePort: port + 1, env });
    const clock = pathToFileURL("tests/e2e/late-clock.mjs").href;
    const flags = [
      "--import",
      clock,
      "--import",
      "tsx",
      resolve("packages/convex-local/src/main.ts"),
      options,
    ];
    const child = spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "inherit"] });
    await new Promise<void>((ready, fail) => {
      child.stdout.on("data", (data: Buffer) => {
        if (data.includes("ready")) ready();
      });
      child.once("exit", () => fail(new Error("The backend did not start")));
    });
    return child;
  }
});
