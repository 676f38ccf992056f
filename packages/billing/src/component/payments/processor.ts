import type { PaymentMethod } from "../../contract/wire";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { ChargeKey } from "./chargeKey";
import type { RemoteCard } from "./methods";

export interface ChargeRequest {
  customer: Id<"customers">;
  /** Integer minor units, > 0. */
  minor: number;
  currency: string;
  /** What the charge pays for. It is never charged twice. */
  key: ChargeKey;
  /** The description beside the amount on a remote processor's page. */
  description?: string;
}

/** A refund to the card. */
export interface RefundRequest extends Pick<ChargeRequest, "customer" | "minor" | "currency"> {
  /** The key of the invoice that the charge paid. */
  paidBy: string;
}

/** A processor's answer to a charge. */
export type ChargeAnswer =
  | { status: "paid" }
  | { status: "declined"; code: string; message: string }
  /** The customer has to approve it first. `url`: the processor's own page for that. */
  | { status: "requires_action"; url: string | null };

/** `pending`: sent, and not answered yet. */
export type ChargeOutcome = ChargeAnswer | { status: "pending" };

/** A new hosted page. Its token is in the URL alone; only the hash is stored. */
export interface OpenedPage {
  url: string;
  tokenHash: string;
}

interface AnyProcessor {
  /** The card that a charge would use; null if there is none. */
  savedMethod(ctx: QueryCtx, customer: Id<"customers">): Promise<PaymentMethod | null>;
  openPage(): Promise<OpenedPage>;
  /** A new page where the customer manages cards, invoices and plans. */
  openPortal(
    ctx: MutationCtx,
    customer: Id<"customers">,
    returnUrl: string | null,
  ): Promise<string>;
  /** The URL of an invoice's page, which works for `forMs` from `now`. Default: a day. */
  invoiceUrl(invoice: Doc<"invoices">, now: number, forMs?: number): Promise<string | null>;
}

/** Answers inside the engine's own transaction: charged and applied together, or not at all. */
export interface InlineProcessor extends AnyProcessor {
  kind: "inline";
  charge(ctx: MutationCtx, request: ChargeRequest): Promise<ChargeAnswer>;
  /** Refunds a part of a charge to the card. */
  refund(ctx: MutationCtx, request: RefundRequest): Promise<void>;
}

/** The customer's data that a remote processor receives. */
export interface RemoteCustomer {
  /** Our own key: an account is opened once for it. */
  id: Id<"customers">;
  customerId: string;
  name: string | null;
  email: string | null;
}

/** A request to a remote processor. It may be sent again without a second charge. */
export interface RemoteRequest {
  key: string;
  via: "saved_method" | "page" | "refund";
  /** Integer minor units; 0: only a card is saved. */
  minor: number;
  currency: string;
  /** The description beside the amount. */
  description: string;
  /** The processor's id of the customer. */
  account: string;
  /** The processor's id of the card to charge; null: no card is saved. */
  method: string | null;
  /** The processor's id of this request; null: not known yet. */
  reference: string | null;
  /** For a refund: the processor's id of the charge. */
  refundOf: string | null;
  /** Milliseconds. */
  createdAt: number;
  /** The URL to which the processor's own page returns the customer. */
  returnUrl: string;
  /** For a page: when the processor closes it, milliseconds. */
  closesAt: number;
}

/** Money that was charged or refunded. Minor units. */
export interface Moved {
  minor: number;
  currency: string;
}

/** A remote processor's response to a request. */
export interface RemoteOutcome {
  answer: ChargeAnswer;
  /** The processor's id of the charge or refund. */
  reference: string | null;
  /** The card that the customer entered on the processor's page. */
  card: RemoteCard | null;
  /** The charged or refunded amount; null: nothing. It may differ from the requested one. */
  moved: Moved | null;
}

/**
 * A report of a remote processor. It may come twice, late, and in any order, so it only says
 * what to ask about.
 */
export interface RemoteEvent {
  id: string;
  type: string;
  about: { kind: "charge"; key: string } | { kind: "dispute"; id: string } | null;
  /** It is about another account of the processor's, or test money among real money. */
  isElsewhere?: boolean;
}

/** Oldest first, from page to page too. A page may be empty; `next` null: it is the last. */
export interface RemoteEventPage {
  events: RemoteEvent[];
  next: string | null;
}

/** A customer's bank takes a payment back, or tries to. */
export interface RemoteDispute {
  id: string;
  /** Of the request that was paid; null: it is not ours. */
  key: string | null;
  minor: number;
  currency: string;
  reason: string;
  state: "open" | "won" | "lost";
}

/**
 * Network calls, so never inside a transaction. An adapter implements these calls,
 * all of them repeatable. They throw if there is no response: the outcome is then
 * unknown.
 */
export interface RemoteProcessor extends AnyProcessor {
  kind: "remote";
  /** Charges and refunds are multiples of it, in minor units. */
  chargeStep(currency: string): number;
  /** The processor's id of a customer, opened the first time. */
  openAccount(customer: RemoteCustomer): Promise<string>;
  /** Deletes a customer at the processor, with name, address and cards, if it still exists. */
  closeAccount(account: string): Promise<void>;
  /** Charges the saved card. */
  send(request: RemoteRequest): Promise<RemoteOutcome>;
  /** Refunds a charge, whole or in part, to its card. Null: the processor has not decided yet. */
  refund(request: RemoteRequest): Promise<RemoteOutcome | null>;
  /** The outcome of a request of any kind; null: not known to the processor, or not decided. */
  find(request: RemoteRequest): Promise<RemoteOutcome | null>;
  /**
   * Whether a charge took money, whatever was answered before; null: it did not. It changes
   * nothing at the processor.
   */
  look(request: RemoteRequest): Promise<RemoteOutcome | null>;
  /** A page of the processor that collects a card and the amount (0: only the card). */
  openSession(request: RemoteRequest): Promise<{ url: string; reference: string }>;
  /** Forgets a card. */
  removeMethod(method: string): Promise<void>;
  /** Null: the signature is wrong or too old. */
  verifyAndReadEvent(body: string, headers: Headers): Promise<RemoteEvent | null>;
  /**
   * A page of the reports since a time in milliseconds: those that never arrived are among them.
   *
   * @param cursor - `next` of the page before; null: the first page.
   */
  listEvents(since: number, cursor: string | null): Promise<RemoteEventPage>;
  /** Null: the processor does not know it. */
  findDispute(id: string): Promise<RemoteDispute | null>;
}

/** The payment processor of this deployment. */
export type PaymentProcessor = InlineProcessor | RemoteProcessor;
