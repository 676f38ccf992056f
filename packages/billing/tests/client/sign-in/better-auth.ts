import type { Identification, IdentifyCtx } from "../../../src/client";
import { fail } from "../../../src/contract";

/** An organization pays for its members, and its admins buy. Outside of one, people pay for themselves. */
export async function identify(ctx: IdentifyCtx): Promise<Identification> {
  const identity = await ctx.auth.getUserIdentity();
  const organization = identity?.["activeOrganizationId"];
  if (typeof organization !== "string") return identity;
  const who = { customerId: organization };
  const role = identity?.["organizationRole"];
  if (role === "owner" || role === "admin") return who;
  return {
    who,
    only: ["createCustomer", "listProducts", "check", "query", "track"],
    refusal: fail("forbidden", "Ask an admin of your organization", 403),
  };
}
