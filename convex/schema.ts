import { defineSchema } from "convex/server";
import { accountTables } from "./accounts/tables";
import { communityTables } from "./community/tables";
import { mailTables } from "./mail/tables";

export default defineSchema({ ...accountTables, ...communityTables, ...mailTables });
