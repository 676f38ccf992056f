import type { FunctionArgs, FunctionReturnType } from "convex/server";
import type { ComponentApi } from "../component/_generated/component";
import { asResult } from "../contract/errors";
import type { Result } from "../contract/errors";
import type { InvoiceDetail } from "../contract/invoiceResponses";
import type {
  FailedPayment,
  FoundCustomer,
  OpenDispute,
  TimelineEntry,
} from "../contract/operatorResponses";
import type { StuckJob } from "../contract/jobResponses";
import type { Customer } from "../contract/wire";
import type { ReadingCtx, WritingCtx } from "./context";

type Operators = ComponentApi["operations"]["operators"];
type Actions = Operators["actions"];
type Jobs = ComponentApi["lifecycle"]["stuckJobs"];

/**
 * An action in an operator's name. A repeated `key` returns the first response and
 * has no further effect. The timeline shows the action with `operator` and `reason`.
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
  /** `next_cursor` of the previous page. Absent: the first page. */
  cursor?: string;
}

/** `next_cursor` is the cursor of the next page; null on the last one. */
interface Page<Entry> {
  list: Entry[];
  next_cursor: string | null;
}

/**
 * The data and actions of an operators' page. They do not check the caller: your
 * functions have to. The reads work in queries, mutations and actions.
 */
export interface BillingOperators {
  /** Issued invoices that are not paid, newest first. */
  failedPayments: (ctx: ReadingCtx, page: PageArgs) => Promise<Result<Page<FailedPayment>>>;
  /** Open disputes, newest first. */
  openDisputes: (ctx: ReadingCtx, page: PageArgs) => Promise<Result<Page<OpenDispute>>>;
  /**
   * Failed jobs, newest first. Billing retries a job after 1, 2, 4 … minutes, at most an hour, or it
   * waits for an operator.
   */
  stuckJobs: (ctx: ReadingCtx, page: PageArgs) => Promise<Result<Page<StuckJob>>>;
  /** The customers with this id or e-mail address, at most 20. */
  find: (ctx: ReadingCtx, text: string) => Promise<FoundCustomer[]>;
  /** Everything about a customer. Error code: `customer_not_found`. */
  customer: (ctx: ReadingCtx, customerId: string) => Promise<Result<Customer>>;
  /** A customer's invoices, newest first, with their refundable amounts. */
  invoices: (
    ctx: ReadingCtx,
    customerId: string,
    page: PageArgs,
  ) => Promise<Result<Page<InvoiceDetail>>>;
  /** Changes of balances and money, invoices, events, and operators' actions; newest first. */
  timeline: (
    ctx: ReadingCtx,
    customerId: string,
    page: PageArgs,
  ) => Promise<Result<Page<TimelineEntry>>>;
  /** The products that `grantProduct` takes. */
  grantable: (ctx: ReadingCtx) => Promise<FunctionReturnType<Operators["products"]["grantable"]>>;

  /** Refunds an invoice up to the total `refundTotal`; without it, the rest. */
  refund: Act<"refund">;
  /** Adds units to a balance that the customer has. */
  grantUnits: Act<"grantUnits">;
  /** Grants a product without charge: a plan for some days, with no charge when they end. */
  grantProduct: Act<"grantProduct">;
  /** Extends a running trial by some days. */
  extendTrial: Act<"extendTrial">;
  /** Charges an open invoice now. A declined charge is an outcome, not a failure. */
  retryPayment: Act<"retryPayment">;
  /** Starts a stuck job now. `invalid_request` if it is done, or if retrying would change nothing. */
  retryJob: (
    ctx: WritingCtx,
    args: FunctionArgs<Jobs["retry"]>,
  ) => Promise<Result<Done<FunctionReturnType<Jobs["retry"]>>>>;
  /**
   * Ends a stuck job without doing its work, if it is `dismissible`; else `invalid_request`. The host
   * never receives a dismissed event. A charge or refund of a different amount counts as declined.
   * `key` works as in the actions on a customer, and the customer's timeline shows the dismissal.
   */
  dismissJob: (
    ctx: WritingCtx,
    args: FunctionArgs<Jobs["dismiss"]>,
  ) => Promise<Result<Done<FunctionReturnType<Jobs["dismiss"]>>>>;
  /**
   * Records an action of your own function in the timeline, in the function's
   * transaction. Act only if the response has `is_new`.
   */
  record: Act<"record">;
}

export function operatorsOf(component: ComponentApi): BillingOperators {
  const { actions, find, lists, products, timeline }: Operators = component.operations.operators;
  const jobs: Jobs = component.lifecycle.stuckJobs;
  const { getCustomer, listInvoices } = component.public;
  return {
    failedPayments: async (ctx, page) => asResult(await ctx.runQuery(lists.failedPayments, page)),
    openDisputes: async (ctx, page) => asResult(await ctx.runQuery(lists.openDisputes, page)),
    stuckJobs: async (ctx, page) => asResult(await ctx.runQuery(jobs.stuck, page)),
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
    retryJob: async (ctx, args) => asResult(await ctx.runMutation(jobs.retry, args)),
    dismissJob: async (ctx, args) => asResult(await ctx.runMutation(jobs.dismiss, args)),
    record: async (ctx, args) => asResult(await ctx.runMutation(actions.record, args)),
  };
}
