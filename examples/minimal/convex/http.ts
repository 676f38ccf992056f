import { httpRouter } from "convex/server";
import { routeBilling } from "@spotlight/billing/server";
import { terms } from "./billing";

export default routeBilling(httpRouter(), terms);
