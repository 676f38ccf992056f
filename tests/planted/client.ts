import type { Defect } from "./defect";

export const CLIENT_DEFECTS: readonly Defect[] = [
  {
    id: "last-unit-refused",
    what: "The last unit of a balance cannot be used",
    file: "convex/contract/access.ts",
    find: "toMillionths(price === null ? required : price * required) <= room",
    replace: "toMillionths(price === null ? required : price * required) < room",
  },
];
