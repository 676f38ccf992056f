import type { UserIdentity } from "convex/server";
import type { Identification, IdentifyCtx } from "../../../src/client";
import { fail } from "../../../src/contract";

/** An organization pays for its members, and its admins buy. Outside of one, people pay for themselves. */
export async function identify(ctx: IdentifyCtx): Promise<Identification> {
  const identity = await ctx.auth.getUserIdentity();
  const { id, role } = organizationOf(identity);
  if (!id) return identity;
  const who = { customerId: id };
  if (role === "admin") return who;
  return {
    who,
    only: ["createCustomer", "listProducts", "check", "query", "track"],
    refusal: fail("forbidden", "Ask an admin of your organization", 403),
  };
}

/** Session tokens have `o: { id, rol }`. A JWT template has `org_id` and `org_role` if you add them. */
function organizationOf(identity: UserIdentity | null): { id?: string; role?: string } {
  const { o, org_id, org_role } = (identity ?? {}) as {
    o?: { id: string; rol: string };
    org_id?: string | null;
    org_role?: string | null;
  };
  if (o) return { id: o.id, role: o.rol };
  return org_id ? { id: org_id, role: (org_role ?? "").replace(/^org:/, "") } : {};
}
