import type { ConvexReactClient } from "convex/react";
import type { IdentityAdapter } from "./adapter";
import { embeddedIdentity } from "./embedded";

/**
 * Picks the identity provider: Clerk when a key of it is set, else local accounts.
 *
 * @param publishableKey - `VITE_CLERK_PUBLISHABLE_KEY`; its code is fetched only then.
 */
export function chooseIdentity(
  client: ConvexReactClient,
  publishableKey: string | undefined,
): IdentityAdapter | Promise<IdentityAdapter> {
  if (publishableKey === undefined || publishableKey === "") return embeddedIdentity(client);
  return import("./clerk").then(({ clerkIdentity }) => clerkIdentity(client, publishableKey));
}
