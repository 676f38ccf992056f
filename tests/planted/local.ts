import type { Defect } from "./defect";

export const LOCAL_DEFECTS: readonly Defect[] = [];
