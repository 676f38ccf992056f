import { httpActionGeneric, httpRouter } from "convex/server";

const http = httpRouter();
http.route({
  path: "/ip",
  method: "GET",
  handler: httpActionGeneric(async (ctx) => {
    const { ip } = await ctx.meta.getRequestMetadata();
    const { componentPath } = await ctx.meta.getFunctionMetadata();
    return Response.json([ip, componentPath, process.env.CONVEX_SITE_URL]);
  }),
});

export default http;
