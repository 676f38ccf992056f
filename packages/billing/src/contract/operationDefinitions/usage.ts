import { v } from "convex/values";
import { vCheck } from "../responses";
import { vCheckParams, vTrackParams, who } from "../params";
import { vExplanation, vLedger, vQuery, vRange, vSetUsage, vTrack } from "../usageResponses";
import { arg, directRow, row } from "./row";

const entityId = arg("entity_id", v.optional(v.string()));

/** Checking, recording and summing usage. */
export const usageRows = {
  check: row({
    direct: { verb: "POST", path: "/check" },
    effect: "writes",
    args: {
      featureId: arg("feature_id", v.optional(v.string())),
      productId: arg("product_id", v.optional(v.string())),
      entityId,
      requiredBalance: arg("required_balance", v.optional(v.number())),
      withPreview: arg("with_preview", v.optional(v.boolean())),
    },
    params: vCheckParams,
    result: vCheck,
    callers: "customers",
  }),
  explainCheck: directRow({
    direct: { verb: "POST", path: "/check/explain" },
    effect: "reads",
    params: v.object({
      customer_id: v.string(),
      feature_id: v.string(),
      entity_id: v.optional(v.string()),
      /** Feature units. Default 1. */
      required_balance: v.optional(v.number()),
    }),
    result: vExplanation,
  }),
  track: row({
    direct: { verb: "POST", path: "/track" },
    effect: "writes",
    args: {
      featureId: arg("feature_id", v.optional(v.string())),
      eventName: arg("event_name", v.optional(v.string())),
      entityId,
      value: arg("value", v.optional(v.number())),
      idempotencyKey: arg("idempotency_key", v.optional(v.string())),
      properties: arg("properties", vTrackParams.fields.properties),
    },
    params: vTrackParams,
    result: vTrack,
    callers: "customers",
  }),
  setUsage: directRow({
    direct: { verb: "POST", path: "/usage" },
    effect: "writes",
    params: v.object({
      ...who,
      feature_id: v.string(),
      entity_id: v.optional(v.string()),
      /** The total usage of this cycle, not an increment. */
      value: v.number(),
    }),
    result: vSetUsage,
  }),
  query: row({
    direct: { verb: "POST", path: "/query" },
    effect: "reads",
    args: {
      featureId: arg("feature_id", v.union(v.string(), v.array(v.string()))),
      range: arg("range", v.optional(vRange)),
    },
    params: v.object({
      ...who,
      feature_id: v.union(v.string(), v.array(v.string())),
      /** Default `last_cycle`. */
      range: v.optional(vRange),
    }),
    result: vQuery,
    callers: "customers",
  }),
  listLedger: directRow({
    direct: { verb: "GET", path: "/customers/{customer_id}/ledger" },
    effect: "reads",
    params: v.object({
      customer_id: v.string(),
      feature_id: v.optional(v.string()),
      limit: v.optional(v.number()),
      /** `next_cursor` of the previous page. */
      cursor: v.optional(v.string()),
    }),
    result: vLedger,
  }),
} as const;
