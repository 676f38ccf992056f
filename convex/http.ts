import { httpRouter } from "convex/server";
import { browserTerms } from "./billing";
import { routeBilling } from "./provider/deployment";

export default routeBilling(httpRouter(), browserTerms);
