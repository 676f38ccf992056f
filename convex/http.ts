import { httpRouter } from "convex/server";
import { browserTerms } from "./billing";
import { routeBilling } from "./provider/deployment";
import { UPLOAD_PATH } from "./community/uploadTickets";
import { preflight, receive } from "./receiveUpload";
import { show } from "./sharePages";

const http = routeBilling(httpRouter(), browserTerms);
http.route({ pathPrefix: "/share/", method: "GET", handler: show });
http.route({ path: UPLOAD_PATH, method: "POST", handler: receive });
http.route({ path: UPLOAD_PATH, method: "OPTIONS", handler: preflight });

export default http;
