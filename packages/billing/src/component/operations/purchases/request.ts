import { fail } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { WireParams } from "../../../contract/operations";
import type { PlanSchedule } from "../../../contract/planSchedule";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { CustomerState } from "../../store/customers/customerState";
import { loadCopies } from "../../store/customers/priorPurchases";
import { loadTrials } from "../../store/customers/trials";
import type { Benefits } from "../rewards/benefits";
import type { CartRequest } from "./cart";

/** The request for a purchase, from a call, or stored while its page or charge is open. */
export interface AskedPurchase {
  productIds: CartRequest["productIds"];
  entityId: string | null;
  /** In feature units. */
  options: CartRequest["options"];
  /** False: the products start without trials. */
  freeTrial: boolean | undefined;
  /** `now`: an upgrade starts a new billing cycle. */
  cycle: "now" | undefined;
  schedule: PlanSchedule | undefined;
  /** A promotion code. */
  code: string | undefined;
}

/**
 * Looks up the rewards of a promotion code. Codes that a person types count against
 * the limit of wrong ones; stored ones do not, or a page that is opened often would
 * lock out its buyer.
 */
type ReadCode<Ctx> = (
  ctx: Ctx,
  customerState: CustomerState,
  code: string | undefined,
) => Promise<Benefits | Failure>;

/**
 * Loads the data that a purchase depends on, besides the customer state. Checkout,
 * attach, the pages and the answer to a charge all plan with this data.
 *
 * @param preview - True for checkout, which only shows the effects; all others store them.
 */
export async function loadRequest<Ctx extends QueryCtx>(
  ctx: Ctx,
  customerState: CustomerState,
  { productIds, entityId, options, freeTrial, cycle, schedule, code }: AskedPurchase,
  { readCode, preview }: { readCode: ReadCode<Ctx>; preview: boolean },
): Promise<CartRequest | Failure> {
  const benefits = await readCode(ctx, customerState, code);
  if ("error" in benefits) return benefits;
  return {
    ...{ productIds, entityId, options, schedule, preview },
    cycle: cycle ?? "kept",
    trial: freeTrial === false ? "refused" : "allowed",
    trials: await loadTrials(ctx, customerState.customer),
    priorPurchases: await loadCopies(ctx, customerState, productIds, entityId),
    ...benefits,
  };
}

/** @returns A failure unless exactly one of the two fields names products. */
export function askedIn(params: WireParams<"attach">): AskedPurchase | Failure {
  const {
    product_id: id,
    product_ids: ids = [],
    entity_id: entityId = null,
    options = [],
  } = params;
  const [first, ...more] = id === undefined ? ids : [id];
  if (first === undefined || (id !== undefined && ids.length > 0)) {
    return fail("invalid_inputs", "Pass exactly one of product_id and product_ids");
  }
  return {
    ...{ productIds: [first, ...more], entityId, options, freeTrial: params.free_trial },
    ...{ cycle: params.billing_cycle_anchor, schedule: params.plan_schedule, code: params.reward },
  };
}

/** The stored request of an open page or charge. */
export function askedOf(intent: Doc<"intents">): AskedPurchase {
  const { product_id: first, more_product_ids: more = [], entity_id: entityId, options } = intent;
  if (first === null) throw new Error("A page that sells nothing has no purchase");
  return {
    ...{ productIds: [first, ...more], entityId, options, freeTrial: intent.free_trial },
    ...{ cycle: intent.cycle, schedule: intent.plan_schedule, code: intent.reward },
  };
}
