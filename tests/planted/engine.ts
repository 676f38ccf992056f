import type { Defect } from "./defect";

export const ENGINE_DEFECTS: readonly Defect[] = [];
