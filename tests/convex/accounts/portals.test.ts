import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { inBilling } from "../backend";
import { ADA, deploy, enter, join, refresh } from "./deployment";
import { confirmAddress, sentIn, tokenTo } from "./mailbox";

const { sessions, sessionList, credentials, passwordReset } = api.accounts;
const NEW = "Rockpool?8";
const EMAIL = "ada@art.example";

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
  vi.stubEnv("SITE_ORIGIN", "https://spotlight.example");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 31) });
});
/** Ada and Bo have a billing portal open; Ada is signed in twice. */
async function open() {
  const site = await deploy();
  await site.t.mutation(internal.billing.install, {});
  const tokens = await join(site);
  const { data: second } = await enter(site);
  const bo = await site.as((await join(site, { ...ADA, username: "bo.b" })).accessToken);
  const me = await site.as(tokens.accessToken);
  await confirmAddress(site, tokens.accessToken, EMAIL);
  for (const who of [me, bo])
    expect((await who.action(api.billing.billingPortal, {})).error).toBeNull();
  const portals = async () =>
    (await inBilling(site.t, async ({ db }) => await db.query("portalSessions").take(50))).length;
  return { site, tokens, second, me, portals };
}
type Opened = Awaited<ReturnType<typeof open>>;

const ENDINGS: Readonly<Record<string, (opened: Opened) => Promise<unknown>>> = {
  "signing out": async ({ site, tokens: { refreshToken } }) =>
    await site.t.mutation(sessions.signOut, { refreshToken }),
  "signing another browser out": async ({ me }) => {
    const other = (await me.query(sessionList.list, {})).find(({ isCurrent }) => !isCurrent);
    return await me.mutation(sessionList.end, { id: other?.id ?? "" });
  },
  "signing all others out": async ({ me }) => await me.mutation(sessionList.endOthers, {}),
  "a stolen refresh token": async ({ site, tokens }) => {
    const { data: next } = await refresh(site, tokens.refreshToken);
    await refresh(site, next?.refreshToken ?? "");
    await refresh(site, tokens.refreshToken);
  },
  "too many sessions": async ({ site }) => {
    for (let n = 0; n < 20; n += 1) await enter(site);
  },
  "a new password, also of the only session": async ({ site, second, me }) => {
    await site.t.mutation(sessions.signOut, { refreshToken: second?.refreshToken ?? "" });
    await me.action(api.billing.billingPortal, {});
    const change = { currentPassword: ADA.password, newPassword: NEW };
    await me.action(credentials.changePassword, change);
  },
  "a password from an operator": async ({ site }) =>
    await site.t.action(internal.accounts.credentials.resetPassword, {
      ...{ username: "ada", newPassword: NEW },
    }),
  "a password from a link": async ({ site }) => {
    await site.t.mutation(passwordReset.request, { typed: EMAIL });
    const subjects = async () => (await sentIn(site)).join("\n");
    await vi.waitFor(async () => expect(await subjects()).toMatch(/password/i));
    await site.t.action(passwordReset.complete, {
      ...{ token: await tokenTo(site, EMAIL), newPassword: NEW },
    });
  },
};

describe("the billing portals of a member", () => {
  it.each(Object.entries(ENDINGS))("end with %s, and no one else's do", async (_, endSession) => {
    const opened = await open();
    expect(await opened.portals()).toBe(2);
    await endSession(opened);
    expect(await opened.portals()).toBe(1);
  });

  it("are at most ten: a new one ends the oldest", async () => {
    const { me, portals } = await open();
    for (let n = 0; n < 15; n += 1) await me.action(api.billing.billingPortal, {});
    expect(await portals()).toBe(11);
  });
});
