import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

/** A work as the server returns it for a grid. */
export type Card = FunctionReturnType<typeof api.community.artworks.functions.feed>["page"][number];
