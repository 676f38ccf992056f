import type { Defect } from "./defect";

export const ACCOUNTS_DEFECTS: readonly Defect[] = [];
