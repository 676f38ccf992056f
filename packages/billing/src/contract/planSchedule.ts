import { v } from "convex/values";
import type { Infer } from "convex/values";

/**
 * When a plan change starts, if it should differ from its scenario. `end_of_cycle`:
 * an upgrade or a decrease waits for the end of the paid period. `immediate`: a plan
 * that costs more per month starts now, although its shorter interval makes it a
 * downgrade.
 */
export const vPlanSchedule = v.union(v.literal("end_of_cycle"), v.literal("immediate"));
export type PlanSchedule = Infer<typeof vPlanSchedule>;
