import type { FunctionArgs, FunctionReturnType } from "convex/server";
import type { ComponentApi } from "../component/_generated/component";
import { asResult } from "../contract/errors";
import type { Result } from "../contract/errors";
import type { InvoiceDetail } from "../contract/invoiceResponses";
import type {
  FailedPayment,
  FoundCustomer,
  OpenDispute,
  StuckJob,
  StuckKind,
  TimelineEntry,
} from "../contract/operatorResponses";
import type { Customer } from "../contract/wire";
import type { ReadingCtx, WritingCtx } from "./context";

type Operators = ComponentApi["operations"]["operators"];
type Actions = Operators["actions"];

/**
 * An action in an operator's name. `key`: the same one again gets the first answer,
 * and nothing happens. It is in the timeline with `operator` and `reason`.
 */
type Act<Name extends keyof Actions> = (
  ctx: WritingCtx,
  args: FunctionArgs<Actions[Name]>,
) => Promise<Result<Done<FunctionReturnType<Actions[Name]>>>>;
/** The data of a success: null where there are none. */
type Done<Answer> = Answer extends { data: infer Data }
  ? [NonNullable<Data>] extends [never]
    ? null
    : NonNullable<Data>
  : never;

/** A page of a list. */
interface PageArgs {
  /** 1 to 100. */
  limit?: number;
  /** `next_cursor` of the page before. Absent: the first page. */
  cursor?: string;
}

/** `next_cursor`: for the next page; null: there is none. */
interface Page<Entry> {
  list: Entry[];
  next_cursor: string | null;
}

/**
 * What a page for operators is made of. Nothing here asks who calls: your functions
 * do. The reads work in queries, mutations and actions.
 */
export interface BillingOperators {
  /** Issued invoices that are not paid, newest first. */
  failedPayments: (ctx: ReadingCtx, page: PageArgs) => Promise<Result<Page<FailedPayment>>>;
  /** Open disputes, newest first. */
  openDisputes: (ctx: ReadingCtx, page: PageArgs) => Promise<Result<Page<OpenDispute>>>;
  /** Work that failed and is tried again, by kind. */
  stuckJobs: (
    ctx: ReadingCtx,
    page: PageArgs & { kind: StuckKind },
  ) => Promise<Result<Page<StuckJob>>>;
  /** The customers with this id or e-mail address, at most 20. */
  find: (ctx: ReadingCtx, text: string) => Promise<FoundCustomer[]>;
  /** All of a customer; `customer_not_found`. */
  customer: (ctx: ReadingCtx, customerId: string) => Promise<Result<Customer>>;
  /** A customer's invoices, newest first, with what can be refunded of them. */
  invoices: (
    ctx: ReadingCtx,
    customerId: string,
    page: PageArgs,
  ) => Promise<Result<Page<InvoiceDetail>>>;
  /** Movements of balances and money, invoices, events, and what operators did; newest first. */
  timeline: (
    ctx: ReadingCtx,
    customerId: string,
    page: PageArgs,
  ) => Promise<Result<Page<TimelineEntry>>>;
  /** The products that `grantProduct` takes. */
  grantable: (ctx: ReadingCtx) => Promise<FunctionReturnType<Operators["products"]["grantable"]>>;

  /** Refunds so much that an invoice has the refund `inAll`; without it, the rest. */
  refund: Act<"refund">;
  /** Adds units to a balance that the customer has. */
  grantUnits: Act<"grantUnits">;
  /** Gives a product for nothing: a plan for some days, without a charge at their end. */
  grantProduct: Act<"grantProduct">;
  /** Lets a running trial end some days later. */
  extendTrial: Act<"extendTrial">;
  /** Charges an open invoice now. A declined charge is an outcome, not a failure. */
  retryPayment: Act<"retryPayment">;
  /** Lets a charge or refund that moved another amount count as declined. */
  dismissMismatch: Act<"dismissMismatch">;
  /** Enters in the timeline what your own function does, in its transaction: if `is_new`. */
  record: Act<"record">;
}

export function operatorsOf(component: ComponentApi): BillingOperators {
  const { actions, lists, find, products, timeline }: Operators = component.operations.operators;
  const { getCustomer, listInvoices } = component.public;
  return {
    failedPayments: async (ctx, page) => asResult(await ctx.runQuery(lists.failedPayments, page)),
    openDisputes: async (ctx, page) => asResult(await ctx.runQuery(lists.openDisputes, page)),
    stuckJobs: async (ctx, page) => asResult(await ctx.runQuery(lists.stuckJobs, page)),
    find: async (ctx, text) => await ctx.runQuery(find.findCustomers, { text }),
    customer: async (ctx, customerId) => {
      const params = { customer_id: customerId, expand: ["payment_method" as const] };
      return asResult(await ctx.runQuery(getCustomer, { params, now: Date.now() }));
    },
    invoices: async (ctx, customerId, page) => {
      const params = { customer_id: customerId, ...page };
      return asResult(await ctx.runQuery(listInvoices, { params, now: Date.now() }));
    },
    timeline: async (ctx, customerId, page) => {
      const args = { customerId, now: Date.now(), ...page };
      return asResult(await ctx.runQuery(timeline.timeline, args));
    },
    grantable: async (ctx) => await ctx.runQuery(products.grantable, {}),
    refund: async (ctx, args) => asResult(await ctx.runMutation(actions.refund, args)),
    grantUnits: async (ctx, args) => asResult(await ctx.runMutation(actions.grantUnits, args)),
    grantProduct: async (ctx, args) => asResult(await ctx.runMutation(actions.grantProduct, args)),
    extendTrial: async (ctx, args) => asResult(await ctx.runMutation(actions.extendTrial, args)),
    retryPayment: async (ctx, args) => asResult(await ctx.runMutation(actions.retryPayment, args)),
    dismissMismatch: async (ctx, args) =>
      asResult(await ctx.runMutation(actions.dismissMismatch, args)),
    record: async (ctx, args) => asResult(await ctx.runMutation(actions.record, args)),
  };
}
