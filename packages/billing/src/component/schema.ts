import { defineSchema } from "convex/server";
import { paymentTables } from "./payments/tables";
import { remoteTables } from "./hostedProvider/tables";
import { engineTables } from "./store/tables";

export default defineSchema({ ...engineTables, ...paymentTables, ...remoteTables });
