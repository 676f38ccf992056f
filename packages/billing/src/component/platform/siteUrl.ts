import { env } from "../_generated/server";

/** Where the host serves billing's addresses: its site with billing's prefix. */
export function siteUrl(): string {
  const site = env.CONVEX_SITE_URL;
  if (!site) throw new Error("CONVEX_SITE_URL is a built-in of every deployment, yet it is unset");
  return site;
}

/** The prefix alone; empty where billing is mounted at the root. */
export function mountPath(): string {
  return new URL(siteUrl()).pathname.replace(/\/$/, "");
}
