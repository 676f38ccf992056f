import { fail } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { checkPromoCode, loadDiscountsAndCode } from "../rewards/benefits";
import { cartTotal, optionsOf, planCart } from "./cart";
import type { CustomerState } from "../../store/customers/customerState";
import { showsSameKinds } from "./intents";
import { unitsOf } from "./page";
import { askedOf, loadRequest } from "./request";
import { refuse } from "../../platform/refuse";
import { storedLinesOf } from "./plan";

interface Revision {
  packs: readonly { feature_id: string; packs: number }[];
  /** A promotion code; empty: the current one stays. */
  code: string;
}

/**
 * Plans a page's purchase again with other quantities or a promotion code. The page
 * then shows, and charges, the new total.
 *
 * @returns Why the page does not change; null if it does.
 */
export async function revisePage(
  ctx: MutationCtx,
  customerState: CustomerState,
  intent: Doc<"intents">,
  { packs, code }: Revision,
): Promise<Failure | null> {
  if (intent.product_id === null) return fail("invalid_request", "This page sells nothing");
  if (packs.some((option) => !Number.isSafeInteger(option.packs) || option.packs < 0)) {
    return fail("invalid_options", "A quantity is a whole number of at least 0");
  }
  const reward = code === "" ? intent.reward : code;
  const options = unitsOf(customerState, intent, packs);
  const asked = { ...askedOf(intent), options, code: reward };
  const readCode = code === "" ? loadDiscountsAndCode : checkPromoCode;
  const request = await loadRequest(ctx, customerState, asked, { readCode, preview: false });
  if ("error" in request) return request;
  const planned = planCart(customerState, request);
  if ("error" in planned) return refuse(planned.error);
  const { cart } = planned;
  if (!showsSameKinds(cart, intent)) {
    return fail("checkout_expired", "Your plan has changed since this page was opened", 409);
  }
  await ctx.db.patch("intents", intent._id, {
    options: optionsOf(cart),
    lines: cart.flatMap(storedLinesOf),
    total_minor: cartTotal(cart),
    ...(reward !== undefined && { reward }),
  });
  return null;
}
