import type { PaymentMethod } from "../../contract/wire";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { CardDetails } from "./methods";

export interface ChargeRequest {
  customer: Id<"customers">;
  /** Integer minor units, > 0. */
  minor: number;
  currency: string;
  /** The intent's or the invoice's own key: what it was paid for is never charged twice. */
  key: string;
}

/** What a processor says to a charge. */
export type ChargeAnswer =
  | { status: "paid" }
  | { status: "declined"; code: string; message: string }
  /** The customer has to approve it first. `url`: the processor's own page for that. */
  | { status: "requires_action"; url: string | null };

/** `pending`: asked for, and not answered yet. */
export type ChargeOutcome = ChargeAnswer | { status: "pending" };

/** A fresh hosted page. Its token is in the URL alone; only the hash is stored. */
export interface OpenedPage {
  url: string;
  tokenHash: string;
}

interface AnyProcessor {
  /** The card that a charge would use; null: there is none. */
  savedMethod(ctx: QueryCtx, customer: Id<"customers">): Promise<PaymentMethod | null>;
  openPage(): Promise<OpenedPage>;
}

/** Answers inside the engine's own transaction: charged and settled together, or not at all. */
export interface InlineProcessor extends AnyProcessor {
  kind: "inline";
  charge(ctx: MutationCtx, request: ChargeRequest): Promise<ChargeAnswer>;
  /** Gives back to the card some of what the charge of the same key took. */
  refund(ctx: MutationCtx, request: ChargeRequest): Promise<void>;
  /** An address of an invoice's page that works for a day from `now`. */
  invoiceUrl(invoice: Doc<"invoices">, now: number): Promise<string | null>;
  /** A fresh page on which the customer keeps cards, invoices and plans. */
  openPortal(
    ctx: MutationCtx,
    customer: Id<"customers">,
    returnUrl: string | null,
  ): Promise<string>;
}

/** What a remote processor is asked, and what it may be asked again without a second charge. */
export interface RemoteRequest {
  key: string;
  customerId: string;
  minor: number;
  currency: string;
}

/** Something that a remote processor reports. It may come twice, late, and in any order. */
export interface RemoteEvent {
  id: string;
  /** Of the request that it answers. */
  key: string;
  answer: ChargeAnswer;
  /** The card that the customer gave on the processor's page. */
  card: CardDetails | null;
}

/**
 * Answers over the network, so never inside a transaction. One file makes one:
 * these five calls, all of them repeatable.
 */
export interface RemoteProcessor extends AnyProcessor {
  kind: "remote";
  /** Charges the saved method. Throws when no answer came: what happened is then unknown. */
  send(request: RemoteRequest): Promise<ChargeAnswer>;
  /** Gives back to its card some of what a charge took. Throws as `send` does. */
  refund(request: RemoteRequest, chargeKey: string): Promise<ChargeAnswer>;
  /** What became of a request, a refund's too; null: it was never heard of. Throws when no answer came. */
  find(key: string): Promise<ChargeAnswer | null>;
  /** A page of the processor's that collects a card and the amount (0: only the card). */
  openSession(request: RemoteRequest, returnUrl: string | null): Promise<string>;
  /** Null: the sender is not who they claim to be, or says nothing of interest. */
  readEvent(request: Request): Promise<RemoteEvent | null>;
}

/** Who moves the money. */
export type PaymentProcessor = InlineProcessor | RemoteProcessor;
