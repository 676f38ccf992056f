import { defineSchema } from "convex/server";
import { accountTables } from "./accounts/tables";
import { communityTables } from "./community/tables";

export default defineSchema({ ...accountTables, ...communityTables });
