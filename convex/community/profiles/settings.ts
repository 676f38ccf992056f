import { v } from "convex/values";
import { mutation, query } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { vMadeHow } from "../../contract/works";
import { vSensitiveChoice } from "./tables";
import { refusals } from "../errors";
import { ensureProfile, findOwnProfile } from "./model";

const vSettings = v.object({
  /** How works with sensitive content are shown: unchanged, blurred, or hidden. */
  sensitive: vSensitiveChoice,
  /** Works made in these ways are hidden from shared feeds. */
  hiddenMadeHow: v.array(vMadeHow),
});

type Settings = typeof vSettings.type;

/** The caller's settings; null if signed out, or before their first visit. */
export const mine = query({
  args: {},
  returns: v.union(vSettings, v.null()),
  handler: async (ctx) => (await findOwnProfile(ctx))?.settings ?? null,
});

/** Changes the caller's settings. Omitted fields stay unchanged. */
export const set = mutation({
  args: {
    sensitive: v.optional(vSensitiveChoice),
    hiddenMadeHow: v.optional(v.array(vMadeHow)),
  },
  returns: vResult(vSettings),
  handler: async (ctx, changes): Promise<Result<Settings>> => {
    const viewer = await ensureProfile(ctx);
    if (!viewer) return refusals.signedOut();
    const settings = { ...viewer.settings, ...changes };
    settings.hiddenMadeHow = [...new Set(settings.hiddenMadeHow)];
    await ctx.db.patch("profiles", viewer._id, { settings });
    return ok(settings);
  },
});
