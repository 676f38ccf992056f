import { v } from "convex/values";
import { vAttach, vCancel, vCheckout, vSetupPayment } from "../responses";
import { vPlanSchedule } from "../planSchedule";
import { vAttachParams, vCheckoutParams, vSetupPaymentParams, who } from "../params";
import { arg, closedArg, row } from "./row";

const entityId = arg("entity_id", v.optional(v.string()));
/** A path on the site; the client joins it to the site's origin. */
const successUrl = arg("success_url", v.optional(v.string()));

const purchase = {
  productId: arg("product_id", v.optional(v.string())),
  productIds: arg("product_ids", v.optional(v.array(v.string()))),
  entityId,
  options: arg(
    "options",
    v.optional(v.array(v.object({ featureId: v.string(), quantity: v.number() }))),
  ),
  successUrl,
  reward: arg("reward", v.optional(v.string())),
  planSchedule: arg("plan_schedule", v.optional(vPlanSchedule)),
};

/** They configure a remote processor's own page, which we do not render. */
const PROCESSOR_FIELDS = ["checkout_session_params", "metadata"] as const;

/** Purchases and cancellations. */
export const purchaseRows = {
  checkout: row({
    direct: { verb: "POST", path: "/checkout" },
    effect: "writes",
    args: purchase,
    params: vCheckoutParams,
    ignored: PROCESSOR_FIELDS,
    result: vCheckout,
    callers: "customers",
  }),
  attach: row({
    direct: { verb: "POST", path: "/attach" },
    effect: "writes",
    args: { ...purchase, previewId: arg("preview_id", v.optional(v.string())) },
    params: vAttachParams,
    ignored: PROCESSOR_FIELDS,
    result: vAttach,
    callers: "customers",
  }),
  setupPayment: row({
    direct: { verb: "POST", path: "/setup_payment" },
    effect: "writes",
    args: { successUrl },
    params: vSetupPaymentParams,
    ignored: PROCESSOR_FIELDS,
    result: vSetupPayment,
    callers: "customers",
  }),
  cancel: row({
    direct: { verb: "POST", path: "/cancel" },
    effect: "writes",
    args: {
      productId: arg("product_id", v.string()),
      entityId,
      cancelImmediately: closedArg("cancel_immediately", v.optional(v.boolean())),
    },
    params: v.object({
      ...who,
      product_id: v.string(),
      entity_id: v.optional(v.string()),
      /** Default false: at the end of the period. */
      cancel_immediately: v.optional(v.boolean()),
      /** Only when immediate. Default true: unused time is credited. */
      prorate: v.optional(v.boolean()),
    }),
    result: vCancel,
    callers: "customers",
  }),
} as const;
