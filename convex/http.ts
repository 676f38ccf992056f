import { httpActionGeneric, httpRouter } from "convex/server";
import { billing } from "./billing";
import * as callerAddress from "./callerAddress";
import { UPLOAD_PATH } from "./community/uploads/tickets";
import { show as showFeed } from "./feeds";
import { preflight, receive } from "./receiveUpload";
import { head, show } from "./sharePages";
import * as sitemaps from "./sitemaps";
import { ask, stop } from "./unsubscribe";

const http = httpRouter();
billing.registerRoutes(http);
http.route({ pathPrefix: "/share/", method: "GET", handler: show });
http.route({ pathPrefix: "/heads/", method: "GET", handler: head });
http.route({ pathPrefix: "/feeds/", method: "GET", handler: showFeed });
http.route({ path: "/caller-address", method: "GET", handler: callerAddress.show });
http.route({ path: "/robots.txt", method: "GET", handler: sitemaps.robots });
http.route({ path: "/sitemap.xml", method: "GET", handler: sitemaps.index });
http.route({ pathPrefix: "/sitemap/", method: "GET", handler: sitemaps.show });
http.route({ path: UPLOAD_PATH, method: "POST", handler: receive });
http.route({ path: UPLOAD_PATH, method: "OPTIONS", handler: preflight });
http.route({ path: "/mail/unsubscribe", method: "GET", handler: ask });
http.route({ path: "/mail/unsubscribe", method: "POST", handler: stop });

/** The API's URL before billing had its own prefix. The redirect keeps the method and the body. */
const moved = httpActionGeneric(async (_, { url }) => {
  const { pathname, search } = new URL(url);
  // Without a host, because clients may know another one behind a proxy.
  const Location = `/billing${pathname}${search}`;
  return await Promise.resolve(new Response(null, { status: 308, headers: { Location } }));
});
for (const method of ["GET", "POST", "DELETE", "PUT", "PATCH"] as const) {
  http.route({ pathPrefix: "/v1/", method, handler: moved });
}

export default http;
