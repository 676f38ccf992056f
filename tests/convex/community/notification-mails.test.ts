import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { findProfile } from "../../../convex/community/profiles/model";
import { mailsIn } from "../accounts/mailbox";
import { openSite } from "./site";

const modules = import.meta.glob(
  "../../../convex/community/{likes,notifications/functions,notifications/settings,notifications/digests,profiles/functions}.ts",
);
const { functions, settings } = api.community.notifications;
const { digests } = internal.community.notifications;
const HOUR_MS = 60 * 60_000;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://api.example");
  vi.stubEnv("SITE_ORIGIN", "https://spotlight.example");
  vi.stubEnv("SECRETS_KEY", "0f".repeat(32));
  vi.useFakeTimers();
});
/** Ada, with an address and a work. */
async function open() {
  const site = await openSite(modules);
  const work = await site.hang("ada", "w");
  await site.t.run(async ({ db }) => {
    const names = { subject: "ada", username: "ada", usernameKey: "ada", passwordHash: "-" };
    await db.insert("accounts", { ...names, email: "ada@a.example", emailKey: "ada@a.example" });
  });
  const like = async (name: string) => {
    await site.person(name).mutation(api.community.likes.set, { artworkId: work, liked: true });
    await site.tally();
  };
  const mails = async () => await mailsIn(site);
  const choices = async () =>
    (await site.t.run((ctx) => ctx.db.query("notificationChoices").take(1)))[0];
  const profileId = await site.t.run(async (ctx) => (await findProfile(ctx, "ada"))?._id);
  if (!profileId) throw new Error("No profile");
  const send = async () => {
    // Ada's calls need no session, because her profile belongs to the account.
    vi.stubEnv("EMBEDDED_ISSUER", "https://local");
    await site.t.mutation(digests.send, { profileId });
    vi.stubEnv("EMBEDDED_ISSUER", "https://accounts.example");
  };
  const { person } = site;
  const choose = async (change: { site?: boolean; mail?: boolean }) =>
    await person("ada").mutation(settings.set, { kinds: ["like"], ...change });
  return { ...site, like, mails, choices, send, choose };
}

describe("mails about notifications", () => {
  it("are none at first, and one for many once they are wanted", async () => {
    const { like, mails, choices, send, choose } = await open();
    await like("ben");
    await send();
    expect(await mails()).toEqual([]);
    await choose({ mail: true });
    const now = Date.now();
    for (const name of ["cleo", "dan", "eve"]) await like(name);
    expect(await choices()).toMatchObject({ digestAt: now + 10 * 60_000 });
    await send();
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.text).toContain("others liked “");
    await like("fay");
    const planned = await choices();
    expect((planned?.digestAt ?? 0) - (planned?.digestedAt ?? 0)).toBe(3 * HOUR_MS);
  });

  it("leave out what was read on the site, and stop with their link", async () => {
    const { person, like, mails, choices, send, choose, t } = await open();
    await choose({ mail: true });
    await like("ben");
    await person("ada").mutation(functions.markRead, {});
    await send();
    expect(await mails()).toEqual([]);
    const token = (await choices())?.stopToken ?? "";
    const { stopMails } = internal.community.notifications.settings;
    expect(await t.mutation(stopMails, { token: "guessed" })).toBe("unknown");
    expect(await t.mutation(stopMails, { token })).toBe("stopped");
    expect(await person("ada").query(settings.mine, {})).toMatchObject({ mailed: [] });
  });

  it("are in the language of the account", async () => {
    const { t, like, mails, send, choose } = await open();
    await t.run(async ({ db }) => {
      const account = await db.query("accounts").first();
      if (account) await db.patch("accounts", account._id, { language: "de" });
    });
    await choose({ mail: true });
    for (const name of ["cleo", "dan", "eve"]) await like(name);
    await send();
    const [mail] = await mails();
    expect(mail?.subject).toBe("3 neue Mitteilungen");
    expect(mail?.text).toMatch(/^- Like von \w+ und 2 weiteren für „/m);
    expect(mail?.text).toContain("Keine Mails wie diese mehr:");
  });

  it("are none of a kind that is hidden on the site", async () => {
    const { person, like, choose } = await open();
    await choose({ mail: true });
    await choose({ site: false });
    await like("ben");
    expect(await person("ada").query(functions.unread, {})).toBe(0);
    expect(await person("ada").query(settings.mine, {})).toMatchObject({
      hidden: ["like"],
      mailed: [],
    });
  });
});
