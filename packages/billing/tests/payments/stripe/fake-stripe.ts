import { SECOND_MS } from "../../../src/contract/time";
import { behaviourOf } from "./cards";
import { listOf, parseForm, partOf, textOf, textsOf } from "./form";
import type { Fields } from "./form";
import { IdempotencyKeys } from "./idempotency";
import {
  APPROVAL_FAILED,
  AUTHENTICATION,
  DECLINED,
  checkAmount,
  failure,
  invalid,
  missing,
  ok,
  respond,
  unexpected,
} from "./answers";
import type { Answer } from "./answers";
import { listed, shownSession } from "./lists";
import type {
  Customer,
  Dispute,
  PaymentIntent,
  PaymentMethod,
  Refund,
  Session,
  SetupIntent,
  StripeEvent,
} from "./objects";
import { sign } from "./signature";

export const FAKE_URL = "http://stripe.test";
export const FAKE_KEY = "sk_test_fake1234567890";
export const FAKE_SECRET = "whsec_fake1234567890";
const API_VERSION = "2026-10-28.endive";
const METADATA_KEY = "spotlight_charge";
const HALF_AN_HOUR = 30 * 60;
const DAY = 24 * 60 * 60;

/** The fate of a request on the network; the test decides it. */
export type Fault = "none" | "unreachable" | "lost" | "busy" | "broken" | "broken_after";

/**
 * Stripe's HTTP API, faked: forms in, JSON out, with idempotency keys, errors, paginated lists and
 * signed reports. The official SDK calls it.
 */
export class FakeStripe {
  /** Decides the fate of each request; by default all of them arrive. */
  fault: (path: string) => Fault = () => "none";
  /** Whether the bank refuses the next refund. */
  failsNextRefund = false;
  /** The maximum number of rows in a page of a list. */
  mostListed = 100;
  /** How far Stripe's clock is ahead of ours, in milliseconds. */
  skew = 0;
  /** Reports that were created but not delivered. */
  reports: StripeEvent[] = [];
  /** The origin of the customers' pages. */
  origin: string;
  readonly customers = new Map<string, Customer>();
  readonly methods = new Map<string, PaymentMethod>();
  readonly payments = new Map<string, PaymentIntent>();
  readonly setups = new Map<string, SetupIntent>();
  readonly sessions = new Map<string, Session>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  readonly events: StripeEvent[] = [];
  readonly requests: string[] = [];
  #keys = new IdempotencyKeys();
  #count = 0;

  constructor(origin = FAKE_URL) {
    this.origin = origin;
  }

  /** A copy of this Stripe with the same data. The two do not share later changes. */
  copy(): FakeStripe {
    const copy = new FakeStripe(this.origin);
    fill(copy.customers, this.customers);
    fill(copy.methods, this.methods);
    fill(copy.payments, this.payments);
    fill(copy.setups, this.setups);
    fill(copy.sessions, this.sessions);
    fill(copy.refunds, this.refunds);
    fill(copy.disputes, this.disputes);
    copy.events.push(...this.events);
    copy.reports = [...this.reports];
    copy.skew = this.skew;
    copy.#keys = this.#keys.copy();
    copy.#count = this.#count;
    return copy;
  }

  /** Responds to a request of the SDK. Rejects like `fetch` if no response arrives. */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname, searchParams } = new URL(url);
    const fault = this.fault(pathname);
    if (fault === "unreachable") throw new TypeError("fetch failed");
    if (fault === "busy") return respond(failure(429, "rate_limit_error", "rate_limit", "Slow."));
    if (fault === "broken") return respond(failure(500, "api_error", undefined, "Oops."));
    const method = init.method ?? "GET";
    this.requests.push(`${method} ${pathname}`);
    const headers = new Headers(init.headers);
    const refusal = checkHeaders(headers, method);
    if (refusal) return respond(refusal);
    const body = typeof init.body === "string" ? init.body : "";
    const key = method === "POST" ? headers.get("Idempotency-Key") : null;
    const answer = await this.#keys.run(
      key,
      `${pathname} ${body}`,
      this.now * SECOND_MS,
      async () => {
        if (fault === "broken_after") {
          await this.#route(method, pathname, parseForm(body));
          return failure(500, "api_error", undefined, "Oops.");
        }
        const form = method === "GET" ? parseForm(searchParams.toString()) : parseForm(body);
        return await this.#route(method, pathname, form);
      },
    );
    if (fault === "lost") throw new TypeError("fetch failed");
    return respond(answer, answer.isReplay);
  }

  /** Seconds, as Stripe counts. */
  get now(): number {
    return Math.floor((Date.now() + this.skew) / SECOND_MS);
  }

  /** A report as Stripe sends it. */
  async signed(event: StripeEvent): Promise<Request> {
    const body = JSON.stringify(event, null, 2);
    const signature = await sign(FAKE_SECRET, body, this.now);
    const headers = { "Stripe-Signature": signature, "Content-Type": "application/json" };
    return new Request("http://site.test/payments/events", { method: "POST", headers, body });
  }

  /** Every payment that collected money, oldest first. */
  get charged() {
    return [...this.payments.values()]
      .filter(({ status }) => status === "succeeded")
      .map(({ id, metadata, amount, currency }) => ({
        ...{ id, minor: amount, currency },
        key: metadata[METADATA_KEY] ?? "",
      }));
  }

  /** Every refund that returned money: the key of its charge, and the amount. */
  get refunded(): (readonly [charge: string, minor: number])[] {
    return [...this.refunds.values()]
      .filter(({ status }) => status === "succeeded")
      .map(({ payment_intent: id, amount }) => [
        this.payments.get(id)?.metadata[METADATA_KEY] ?? "",
        amount,
      ]);
  }

  /** A customer enters a card on Stripe's page; false if it was refused there. */
  pay(session: Session, number: string, approved = true): boolean {
    if (session.status !== "open" || session.expires_at <= this.now) return false;
    const { onSave, onCharge } = behaviourOf(number);
    if (onSave === "decline" || (onSave === "approve" && !approved)) return false;
    const asks = onCharge === "approve";
    if (session.mode === "payment" && (onCharge === "decline" || (asks && !approved))) return false;
    const method = this.#add(this.methods, "pm", "payment_method", {
      ...{ customer: session.customer, number, metadata: {} },
    });
    const rows = { customer: session.customer, payment_method: method.id, metadata: session.inner };
    session.status = "complete";
    session.url = null;
    if (session.mode === "setup") {
      session.payment_status = "no_payment_required";
      const setup = this.#add(this.setups, "seti", "setup_intent", {
        ...rows,
        status: "succeeded",
      });
      session.setup_intent = setup.id;
    } else {
      session.payment_status = "paid";
      const payment = this.#add(this.payments, "pi", "payment_intent", {
        ...rows,
        ...{ amount: session.amount_total, amount_received: session.amount_total },
        ...{ currency: session.currency, description: session.line, status: "succeeded" as const },
        ...{ next_action: null, last_payment_error: null, return_url: null },
      });
      session.payment_intent = payment.id;
      this.#report("payment_intent.succeeded", payment);
    }
    this.#report("checkout.session.completed", session);
    return true;
  }

  /** A customer answers the bank's question on Stripe's page. */
  approve(payment: PaymentIntent, yes: boolean): void {
    if (payment.status !== "requires_action") return;
    if (yes) this.#succeed(payment);
    else this.#fail(payment, APPROVAL_FAILED);
  }

  /** A declined payment is paid after all. */
  succeedLate(payment: PaymentIntent): void {
    if (payment.status === "requires_payment_method") this.#succeed(payment);
  }

  expire(session: Session): void {
    session.status = "expired";
    session.url = null;
    this.#report("checkout.session.expired", session);
  }

  /** An operator refunds a payment in Stripe's dashboard: some of it, or all. */
  refundByHand({ id, amount: all, currency }: PaymentIntent, amount = all): void {
    const made = {
      amount,
      currency,
      payment_intent: id,
      status: "succeeded",
      metadata: {},
    } as const;
    this.#report("refund.updated", this.#add(this.refunds, "re", "refund", made));
  }

  /** A completed refund fails after all. */
  failRefund(refund: Refund): void {
    refund.status = "failed";
    refund.failure_reason = "lost_or_stolen_card";
    this.#report("refund.failed", refund);
  }

  dispute(payment: PaymentIntent, reason = "fraudulent"): Dispute {
    const about = { amount: payment.amount, currency: payment.currency, metadata: {} };
    const dispute = this.#add(this.disputes, "du", "dispute", {
      ...{ ...about, payment_intent: payment.id, reason, status: "needs_response" },
    });
    this.#report("charge.dispute.created", dispute);
    return dispute;
  }

  close(dispute: Dispute, status: "won" | "lost"): void {
    dispute.status = status;
    this.#report("charge.dispute.closed", dispute);
  }

  /** The number of a customer's cards from now on. */
  useCard(customerId: string, number: string): void {
    for (const method of this.methods.values()) {
      const owner = this.customers.get(method.customer ?? "");
      if (owner?.metadata["spotlight_customer"] === customerId) method.number = number;
    }
  }

  /** The fate of every request from now on. */
  set network(state: "fine" | "answers_are_lost" | "down") {
    const fault = { fine: "none", answers_are_lost: "lost", down: "unreachable" } as const;
    this.fault = () => fault[state];
  }

  async #route(method: string, path: string, form: Fields): Promise<Answer> {
    const [, , ...parts] = path.split("/");
    const name = parts[0] === "checkout" ? "checkout/sessions" : (parts[0] ?? "");
    const [id, action] = parts.slice(name === "checkout/sessions" ? 2 : 1);
    // A real server takes a moment, during which the same key is in use.
    await Promise.resolve();
    if (method === "GET") return this.#read(name, id, form);
    if (method === "DELETE" && name === "customers") return this.#deleteCustomer(id);
    switch (`${name} ${action ?? (id === undefined ? "create" : "update")}`) {
      case "customers create":
        return ok(this.#add(this.customers, "cus", "customer", nobody(form)));
      case "customers update":
        return this.#rename(id, form);
      case "payment_intents create":
        return this.#charge(form);
      case "payment_intents confirm":
        return this.#confirm(id, form);
      case "payment_intents cancel":
        return this.#cancel(id);
      case "payment_methods detach":
        return this.#detach(id);
      case "checkout/sessions create":
        return this.#openSession(form);
      case "refunds create":
        return this.#refund(form);
      default:
        return invalid(`Unrecognized request URL (${method}: ${path}).`, undefined, 404);
    }
  }

  #rename(id = "", form: Fields): Answer {
    const customer = this.customers.get(id);
    if (!customer) return missing("customer", id);
    customer.name = textOf(form, "name") ?? customer.name;
    customer.email = textOf(form, "email") ?? customer.email;
    return ok(customer);
  }

  /** Its payments stay. */
  #deleteCustomer(id = ""): Answer {
    if (!this.customers.delete(id)) return missing("customer", id);
    for (const method of this.methods.values()) if (method.customer === id) method.customer = null;
    return ok({ id, object: "customer", deleted: true });
  }

  #charge(form: Fields): Answer {
    const amount = Number(textOf(form, "amount"));
    const currency = textOf(form, "currency") ?? "";
    const refusal = checkAmount(amount, currency);
    if (refusal) return refusal;
    const account = textOf(form, "customer") ?? "";
    if (!this.customers.has(account)) return missing("customer", account);
    const card = this.methods.get(textOf(form, "payment_method") ?? "");
    if (card?.customer !== account) return missing("PaymentMethod", card?.id ?? "");
    const payment = this.#add(this.payments, "pi", "payment_intent", {
      ...{ amount, currency, amount_received: 0, customer: account, payment_method: card.id },
      ...{ description: textOf(form, "description") ?? null, return_url: null },
      ...{ status: "requires_payment_method" as const, next_action: null },
      ...{ last_payment_error: null, metadata: textsOf(partOf(form, "metadata")) },
    });
    return this.#attempt(payment, card.number, textOf(form, "off_session") === "true");
  }

  #confirm(id = "", form: Fields): Answer {
    const payment = this.payments.get(id);
    if (!payment) return missing("payment_intent", id);
    if (payment.status !== "requires_payment_method") return unexpected(payment);
    const card = this.methods.get(textOf(form, "payment_method") ?? "");
    if (card?.customer !== payment.customer) return missing("PaymentMethod", card?.id ?? "");
    payment.return_url = textOf(form, "return_url") ?? null;
    return this.#attempt(payment, card.number, false);
  }

  /** The bank decides. If the owner is not present, a card that requires approval is refused. */
  #attempt(payment: PaymentIntent, number: string, alone: boolean): Answer {
    const { onCharge } = behaviourOf(number);
    if (onCharge === "ok") {
      this.#succeed(payment);
      return ok(payment);
    }
    if (onCharge === "approve" && !alone) {
      payment.status = "requires_action";
      const url = `${this.origin}/3ds/${payment.id}`;
      payment.next_action = { type: "redirect_to_url", redirect_to_url: { url } };
      return ok(payment);
    }
    const error = onCharge === "approve" ? AUTHENTICATION : DECLINED;
    this.#fail(payment, error);
    const shown = { ...error, payment_intent: structuredClone(payment) };
    return { status: 402, body: { error: shown } };
  }

  #cancel(id = ""): Answer {
    const payment = this.payments.get(id);
    if (!payment) return missing("payment_intent", id);
    if (payment.status === "succeeded" || payment.status === "canceled") return unexpected(payment);
    payment.status = "canceled";
    payment.next_action = null;
    this.#report("payment_intent.canceled", payment);
    return ok(payment);
  }

  #detach(id = ""): Answer {
    const method = this.methods.get(id);
    if (!method) return missing("PaymentMethod", id);
    method.customer = null;
    return ok(this.#shownMethod(method));
  }

  #openSession(form: Fields): Answer {
    const mode = textOf(form, "mode") === "setup" ? "setup" : "payment";
    const price = partOf(partOf(partOf(form, "line_items"), "0"), "price_data");
    const amount_total = mode === "setup" ? 0 : Number(textOf(price, "unit_amount"));
    const currency = textOf(mode === "setup" ? form : price, "currency") ?? "";
    const refusal = mode === "setup" ? null : checkAmount(amount_total, currency);
    if (refusal) return refusal;
    const expires_at = Number(textOf(form, "expires_at"));
    const left = expires_at - this.now;
    // Stripe tolerates a small clock skew, because it is not the caller's fault.
    if (left < HALF_AN_HOUR - DAY / 24 || left > DAY + DAY / 24)
      return invalid("The `expires_at` timestamp must be 30 minutes to 24 hours away.");
    const success_url = textOf(form, "success_url");
    if (success_url === undefined) return invalid("Missing required param: success_url.");
    const customer = textOf(form, "customer") ?? "";
    if (!this.customers.has(customer)) return missing("customer", customer);
    const inner = partOf(form, mode === "setup" ? "setup_intent_data" : "payment_intent_data");
    const session = this.#add(this.sessions, "cs_test", "checkout.session", {
      ...{ mode, status: "open", payment_status: "unpaid", customer, amount_total, currency },
      ...{ client_reference_id: textOf(form, "client_reference_id") ?? null },
      // Unless told otherwise, the customer may pay in a currency of their own.
      adaptive_pricing: {
        enabled: textOf(partOf(form, "adaptive_pricing"), "enabled") !== "false",
      },
      ...{ payment_intent: null, setup_intent: null, url: null, success_url, expires_at },
      ...{ line: textOf(partOf(price, "product_data"), "name") ?? "" },
      ...{ inner: textsOf(partOf(inner, "metadata")), metadata: textsOf(partOf(form, "metadata")) },
    });
    session.url = `${this.origin}/c/pay/${session.id}`;
    return ok(shownSession(session));
  }

  #refund(form: Fields): Answer {
    const payment = this.payments.get(textOf(form, "payment_intent") ?? "");
    if (!payment) return missing("payment_intent", "");
    const before = [...this.refunds.values()]
      .filter((made) => made.payment_intent === payment.id && made.status !== "failed")
      .reduce((sum, { amount }) => sum + amount, 0);
    const amount = Number(textOf(form, "amount") ?? payment.amount - before);
    const refusal = checkAmount(amount, payment.currency);
    if (refusal) return refusal;
    if (payment.status !== "succeeded") return unexpected(payment);
    if (before >= payment.amount)
      return invalid("Charge has already been refunded.", "charge_already_refunded");
    if (before + amount > payment.amount)
      return invalid("Refund amount is greater than unrefunded amount on charge.");
    const refund = this.#add(this.refunds, "re", "refund", {
      ...{ amount, currency: payment.currency, payment_intent: payment.id },
      ...{ status: this.failsNextRefund ? "failed" : "succeeded" },
      metadata: textsOf(partOf(form, "metadata")),
    });
    this.failsNextRefund = false;
    this.#report("refund.updated", refund);
    return ok(refund);
  }

  #succeed(payment: PaymentIntent): void {
    payment.status = "succeeded";
    payment.amount_received = payment.amount;
    payment.next_action = null;
    payment.last_payment_error = null;
    this.#report("payment_intent.succeeded", payment);
  }

  #fail(payment: PaymentIntent, error: PaymentIntent["last_payment_error"]): void {
    payment.status = "requires_payment_method";
    payment.next_action = null;
    payment.last_payment_error = error;
    this.#report("payment_intent.payment_failed", payment);
  }

  #report(type: string, object: object): void {
    this.#count += 1;
    const event: StripeEvent = {
      ...{ id: `evt_${this.#count}`, object: "event", api_version: API_VERSION },
      ...{ created: this.now, livemode: false, type, data: { object: structuredClone(object) } },
    };
    this.events.push(event);
    this.reports.push(event);
  }

  #read(name: string, id: string | undefined, form: Fields): Answer {
    const tables: Readonly<Record<string, ReadonlyMap<string, object>>> = {
      payment_intents: this.payments,
      setup_intents: this.setups,
      refunds: this.refunds,
      disputes: this.disputes,
      "checkout/sessions": this.sessions,
    };
    if (name === "events") return listed([...this.events], form, path(name), this.mostListed);
    const table = tables[name];
    if (!table) return invalid(`Unrecognized request URL (GET: /v1/${name}).`, undefined, 404);
    if (id === undefined) return listed([...table.values()], form, path(name), this.mostListed);
    const found = table.get(id);
    return found ? ok(this.#expanded(found, listOf(form, "expand"))) : missing(name, id);
  }

  #expanded(found: object, names: readonly string[]): object {
    const shown: Record<string, unknown> = { ...("inner" in found ? shownSession(found) : found) };
    for (const name of names) {
      const id = String(shown[name]);
      const method = this.methods.get(id);
      shown[name] = method ? this.#shownMethod(method) : (this.payments.get(id) ?? shown[name]);
    }
    return shown;
  }

  #shownMethod({ number, ...method }: PaymentMethod): object {
    const card = { brand: "visa", last4: number.slice(-4), exp_month: 12, exp_year: 2030 };
    return { ...method, type: "card", card };
  }

  #add<T extends { id: string }>(
    table: Map<string, T>,
    prefix: string,
    object: string,
    fields: Omit<T, "id" | "object" | "created">,
  ): T {
    this.#count += 1;
    const id = `${prefix}_${this.#count}`;
    // All fields exist: those of the argument, and the three that every object has.
    const row = { id, object, created: this.now, ...fields } as unknown as T;
    table.set(id, row);
    return row;
  }
}

function fill<Row>(copy: Map<string, Row>, rows: ReadonlyMap<string, Row>): void {
  for (const [id, row] of rows) copy.set(id, structuredClone(row));
}

const path = (name: string): string => `/v1/${name}`;

function nobody(form: Fields) {
  return { email: null, name: null, metadata: textsOf(partOf(form, "metadata")) };
}

function checkHeaders(headers: Headers, method: string): Answer | null {
  if (headers.get("Authorization") !== `Bearer ${FAKE_KEY}`)
    return failure(401, "invalid_request_error", undefined, "Invalid API Key provided.");
  if (headers.get("Stripe-Version") !== API_VERSION) return invalid("Another API version.");
  const type = headers.get("Content-Type") ?? "";
  if (method === "POST" && !type.startsWith("application/x-www-form-urlencoded"))
    return invalid("Forms only.");
  return null;
}
