import type { Defect } from "./defect";

export const SITE_DEFECTS: readonly Defect[] = [];
