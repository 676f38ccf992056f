import { defineSchema } from "convex/server";
import { accountTables } from "./accounts/tables";
import { communityTables } from "./community/tables";
import { engineTables } from "./engine/store/tables";
import { paymentTables } from "./payments/tables";
import { providerTables } from "./provider/tables";

export default defineSchema({
  ...accountTables,
  ...communityTables,
  ...engineTables,
  ...paymentTables,
  ...providerTables,
});
