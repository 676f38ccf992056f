import { v } from "convex/values";
import type { Infer } from "convex/values";
import { nullable, vAmountOrInf, vInterval } from "./wire";

const vUnits = nullable(v.object({ singular: v.string(), plural: v.string() }));

/** What a change of products takes away. Amounts in feature units. */
export const vLosses = v.object({
  /** In use now, and more than will be included. */
  over: v.array(
    v.object({
      feature_id: v.string(),
      name: v.string(),
      used: v.number(),
      limit: v.number(),
      units: vUnits,
    }),
  ),
  /** Still included, but less of it. */
  less: v.array(
    v.object({
      feature_id: v.string(),
      name: v.string(),
      before: vAmountOrInf,
      after: v.number(),
      /** How often it is granted; null: the most in use at one time. */
      interval: nullable(vInterval),
      units: vUnits,
    }),
  ),
  /** Features that nothing grants any more, by name. */
  gone: v.array(v.string()),
});
export type Losses = Infer<typeof vLosses>;
export type OverLimit = Losses["over"][number];
export type LessIncluded = Losses["less"][number];
