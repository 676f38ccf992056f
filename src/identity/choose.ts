import type { ConvexReactClient } from "convex/react";
import type { IdentityAdapter } from "./adapter";
import { embeddedIdentity } from "./embedded";

/**
 * Chooses the identity provider: Clerk if its key is set, otherwise local accounts.
 *
 * @param publishableKey - `VITE_CLERK_PUBLISHABLE_KEY`; Clerk's code loads only with it.
 */
export function chooseIdentity(
  client: ConvexReactClient,
  publishableKey: string | undefined,
): IdentityAdapter | Promise<IdentityAdapter> {
  if (publishableKey === undefined || publishableKey === "") return embeddedIdentity(client);
  return import("./clerk").then(({ clerkIdentity }) => clerkIdentity(client, publishableKey));
}
