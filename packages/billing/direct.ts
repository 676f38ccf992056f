/** A client of the /v1 API, for any server that has `fetch`. */
export { createDirectClient } from "../../convex/provider/direct";
export type { DirectClient } from "../../convex/provider/direct";
