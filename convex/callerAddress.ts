import { httpAction } from "./_generated/server";

/**
 * `GET /caller-address`: the address that this deployment sees for the caller. Rate limits count by
 * it, so a caller must not be able to choose it. `npm start` and docs/deploy.md test that.
 */
export const show = httpAction(async (ctx) => {
  const { ip } = await ctx.meta.getRequestMetadata();
  const headers = { "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8" };
  return new Response(ip ?? "", { headers });
});
