import type { Defect } from "./defect";

export const COMMUNITY_DEFECTS: readonly Defect[] = [];
