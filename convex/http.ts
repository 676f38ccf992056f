import { httpRouter } from "convex/server";
import { browserTerms } from "./billing";
import { routeBilling } from "./provider/deployment";
import { show } from "./sharePages";

const http = routeBilling(httpRouter(), browserTerms);
http.route({ pathPrefix: "/share/", method: "GET", handler: show });

export default http;
