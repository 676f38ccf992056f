import { env } from "../../_generated/server";

/** Where this deployment serves its pages. */
export function siteUrl(): string {
  const site = env.CONVEX_SITE_URL;
  if (!site) throw new Error("CONVEX_SITE_URL is a built-in of every deployment, yet it is unset");
  return site;
}
