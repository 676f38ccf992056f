import { api } from "../../src/component/_generated/api";
import type { Attach } from "../../src/contract/responses";
import type { Result } from "../../src/contract/errors";
import type { Customer } from "../../src/contract/wire";
import { runOperation } from "../../src/component/callOperation";
import { SPOTLIGHT_CATALOGUE } from "../../../../convex/community/plans";
import { ANA, CARDS, getCustomer, startBareEngine, submit } from "../engine/harness";
import type { Engine } from "../engine/harness";
import { contextOf } from "../engine/processors";
import { postReport, processReports } from "./stripe/reports";
import type { StripeEvent } from "./stripe/objects";
import type { FakeStripe } from "./stripe/fake-stripe";

interface Order {
  productId: string;
  options?: { featureId: string; quantity: number }[];
  clientRequestId?: string;
}

/** A deployment as its customer sees it, with either processor. */
export class Shop {
  private constructor(
    readonly t: Engine,
    /** Null: the sandbox charges. */
    readonly remote: FakeStripe | null,
  ) {}

  static async open(
    remote: FakeStripe | null,
    catalogue: Parameters<typeof startBareEngine>[0] = SPOTLIGHT_CATALOGUE,
  ): Promise<Shop> {
    return new Shop(await startBareEngine(catalogue), remote);
  }

  /** The same shop, with other doors to its backend and to what Stripe knows. */
  through(t: Engine, remote: FakeStripe): Shop {
    return new Shop(t, remote);
  }

  async attach(order: Order): Promise<Result<Attach>> {
    const { productId: product_id, options = [], clientRequestId } = order;
    const params = {
      ...{ customer_id: ANA, product_id },
      options: options.map(({ featureId: feature_id, quantity }) => ({ feature_id, quantity })),
    };
    const key =
      clientRequestId === undefined ? {} : { idempotencyKey: `${ANA}:${clientRequestId}` };
    return await runOperation(contextOf(this.t), api, "attach", params, key);
  }

  /** Enters a card on our page, or on the processor's page behind it. */
  async pay(url: string, number = CARDS.ok): Promise<boolean> {
    if (!this.remote) return (await submit(this.t, url, number)).error === null;
    const response = await this.t.fetch(new URL(url).pathname, { redirect: "manual" });
    const id = String(response.headers.get("Location")).split("/").at(-1) ?? "";
    const session = this.remote.sessions.get(id);
    if (!session || !this.remote.pay(session, number)) return false;
    await this.deliver();
    return true;
  }

  async saveCard(number = CARDS.ok): Promise<boolean> {
    const params = { customer_id: ANA };
    const { data } = await runOperation(contextOf(this.t), api, "setupPayment", params);
    return await this.pay(String(data?.url), number);
  }

  /** The customer, once every request has its answer. */
  async customer(): Promise<Customer> {
    const seen = await getCustomer(this.t);
    if (!this.remote) return seen;
    await this.t.action(api.payments.charges.sendCharge.poll, { customerId: ANA });
    return await getCustomer(this.t);
  }

  /** The customer's subscriptions and invoices, without what differs from run to run. */
  async summary() {
    const { products, invoices = [], payment_method } = await this.customer();
    return {
      products: products.map(({ id, status, past_due }) => [id, status, past_due ?? false]),
      invoices: invoices.map(({ status, total }) => [status, total]),
      card: payment_method?.card.last4 ?? null,
    };
  }

  /** Delivers what Stripe has to report, and processes it. */
  async deliver(reports = this.remote?.reports.splice(0) ?? []): Promise<number[]> {
    const statuses: number[] = [];
    for (const report of reports) statuses.push(await this.post(report));
    await this.process();
    return statuses;
  }

  /** One report, as it comes over HTTP. */
  async post(report: StripeEvent): Promise<number> {
    if (!this.remote) throw new Error("The sandbox reports nothing");
    return await postReport(this.t, this.remote, report);
  }

  /** Processes reports that are stored, as their scheduled runs do. */
  async process(): Promise<void> {
    await processReports(this.t);
  }
}
