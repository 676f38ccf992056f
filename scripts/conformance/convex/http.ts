import { httpActionGeneric, httpRouter, makeFunctionReference } from "convex/server";

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
http.route({
  path: "/identity",
  method: "GET",
  handler: httpActionGeneric(async ({ auth }) => Response.json(await auth.getUserIdentity())),
});
http.route({
  path: "/forget",
  method: "POST",
  handler: httpActionGeneric(() => {
    void Promise.reject(new Error("forgotten"));
    return Promise.resolve(new Response());
  }),
});
const add = makeFunctionReference<"mutation", { run: string; ranks: number[] }>("rows:add");
http.route({
  path: "/signal",
  method: "POST",
  handler: httpActionGeneric(async (ctx, request) => {
    const run = await request.text();
    const aborted = new Promise((done) => {
      request.signal.addEventListener("abort", () =>
        done(ctx.runMutation(add, { run, ranks: [2] })),
      );
    });
    await ctx.runMutation(add, { run, ranks: [1] });
    await aborted;
    return new Response();
  }),
});
let calls = 0;
http.route({
  path: "/count",
  method: "GET",
  handler: httpActionGeneric(() => Promise.resolve(Response.json((calls += 1)))),
});
export default http;
