import { httpActionGeneric, httpRouter } from "convex/server";

const http = httpRouter();
http.route({
  path: "/echo",
  method: "POST",
  handler: httpActionGeneric(
    async (_, request) => new Response(await request.text(), { status: 201 }),
  ),
});
http.route({
  path: "/large",
  method: "POST",
  handler: httpActionGeneric(
    async (_, request) => new Response("x".repeat(Number(await request.text()))),
  ),
});
export default http;
