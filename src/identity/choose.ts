import type { ConvexReactClient } from "convex/react";
import type { IdentityAdapter } from "./adapter";
import { embeddedIdentity } from "./embedded";

/**
 * Picks the identity provider: Clerk when a key of it is set, else local accounts.
 *
 * @param publishableKey - `VITE_CLERK_PUBLISHABLE_KEY`; its code is fetched only then.
 */
export async function chooseIdentity(
  client: ConvexReactClient,
  publishableKey: string | undefined,
): Promise<IdentityAdapter> {
  if (publishableKey === undefined || publishableKey === "") return embeddedIdentity(client);
  const { clerkIdentity } = await import("./clerk");
  return clerkIdentity(client, publishableKey);
}
