import { v } from "convex/values";
import type { Infer } from "convex/values";
import { nullable, vAmountOrInf, vInterval } from "./wire";

const vUnits = nullable(v.object({ singular: v.string(), plural: v.string() }));

/** The losses of a change of products. Amounts in feature units. */
export const vLosses = v.object({
  /** More in use now than the next product includes. */
  over: v.array(
    v.object({
      feature_id: v.string(),
      name: v.string(),
      used: v.number(),
      limit: v.number(),
      units: vUnits,
    }),
  ),
  /** Still included, but a smaller amount. */
  less: v.array(
    v.object({
      feature_id: v.string(),
      name: v.string(),
      before: vAmountOrInf,
      after: v.number(),
      /** The interval of the grant; null: the maximum in use at one time. */
      interval: nullable(vInterval),
      units: vUnits,
    }),
  ),
  /** The names of features that no product grants any more. */
  gone: v.array(v.string()),
});
export type Losses = Infer<typeof vLosses>;
export type OverLimit = Losses["over"][number];
export type LessIncluded = Losses["less"][number];
