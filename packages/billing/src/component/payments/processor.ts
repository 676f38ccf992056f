import type { PaymentMethod } from "../../contract/wire";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { CardDetails } from "./methods";

export interface ChargeRequest {
  customer: Id<"customers">;
  /** Integer minor units, > 0. */
  minor: number;
  currency: string;
  /** The key of the intent or the invoice: it is never charged twice. */
  key: string;
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
  /** The card that a charge would use; null: there is none. */
  savedMethod(ctx: QueryCtx, customer: Id<"customers">): Promise<PaymentMethod | null>;
  openPage(): Promise<OpenedPage>;
}

/** Answers inside the engine's own transaction: charged and applied together, or not at all. */
export interface InlineProcessor extends AnyProcessor {
  kind: "inline";
  charge(ctx: MutationCtx, request: ChargeRequest): Promise<ChargeAnswer>;
  /** Refunds to the card a part of the charge with the same key. */
  refund(ctx: MutationCtx, request: ChargeRequest): Promise<void>;
  /** The URL of an invoice's page, which works for a day from `now`. */
  invoiceUrl(invoice: Doc<"invoices">, now: number): Promise<string | null>;
  /** A new page where the customer manages cards, invoices and plans. */
  openPortal(
    ctx: MutationCtx,
    customer: Id<"customers">,
    returnUrl: string | null,
  ): Promise<string>;
}

/** A request to a remote processor. It may be sent again without a second charge. */
export interface RemoteRequest {
  key: string;
  customerId: string;
  minor: number;
  currency: string;
}

/** A report of a remote processor. It may come twice, late, and in any order. */
export interface RemoteEvent {
  id: string;
  /** Of the request that it answers. */
  key: string;
  answer: ChargeAnswer;
  /** The card that the customer entered on the processor's page. */
  card: CardDetails | null;
}

/**
 * Answers over the network, so never inside a transaction. An adapter implements
 * these five calls, all of them idempotent.
 */
export interface RemoteProcessor extends AnyProcessor {
  kind: "remote";
  /** Charges the saved card. Throws when no answer came: the outcome is then unknown. */
  send(request: RemoteRequest): Promise<ChargeAnswer>;
  /** Refunds a part of a charge to its card. Throws as `send` does. */
  refund(request: RemoteRequest, chargeKey: string): Promise<ChargeAnswer>;
  /**
   * The outcome of a request, also of a refund; null: the processor does not know
   * it. Throws when no answer came.
   */
  find(key: string): Promise<ChargeAnswer | null>;
  /** A page of the processor that collects a card and the amount (0: only the card). */
  openSession(request: RemoteRequest, returnUrl: string | null): Promise<string>;
  /** Null: the signature is wrong, or the event is irrelevant. */
  readEvent(request: Request): Promise<RemoteEvent | null>;
}

/** The payment processor of this deployment. */
export type PaymentProcessor = InlineProcessor | RemoteProcessor;
