import { httpActionGeneric, httpRouter } from "convex/server";

const http = httpRouter();
http.route({
  path: "/path",
  method: "GET",
  handler: httpActionGeneric((_, { url }) => Promise.resolve(new Response(new URL(url).pathname))),
});
export default http;
