import { httpRouter } from "convex/server";
import { show, submit } from "./payments/sandbox/hosted";

const CHECKOUT_PAGES = "/sandbox/checkout/";

const http = httpRouter();

http.route({ pathPrefix: CHECKOUT_PAGES, method: "GET", handler: show });
http.route({ pathPrefix: CHECKOUT_PAGES, method: "POST", handler: submit });

export default http;
