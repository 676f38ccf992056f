import { defineSchema } from "convex/server";
import { engineTables } from "./engine/tables";
import { paymentTables } from "./payments/tables";
import { providerTables } from "./provider/tables";

export default defineSchema({ ...engineTables, ...paymentTables, ...providerTables });
