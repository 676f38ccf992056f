import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { RETIRED_MS, retireNames } from "../../../convex/accounts/retiredNames";
import { ADA, deploy, join } from "./deployment";
import { confirmAddress, tokenTo } from "./mailbox";

const modules = import.meta.glob("../../../convex/community/**/*.ts");
const EMAIL = "ada@art.example";
const { profiles, moderation } = {
  profiles: api.community.profiles,
  moderation: internal.community.moderation.suspensions,
};

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("SITE_ORIGIN", "https://spotlight.example");
  vi.stubEnv("FINGERPRINT_KEY", "k".repeat(64));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
});
/** Ada had another name a while ago, has an address, and has deleted her account. */
async function leave({ suspended }: { suspended: boolean }) {
  const site = await deploy(undefined, modules);
  const { accessToken } = await join(site, { ...ADA, username: "Ada.before" });
  await confirmAddress(site, accessToken, EMAIL);
  const ada = await site.as(accessToken);
  await ada.mutation(profiles.usernames.change, { username: "Ada" });
  if (suspended)
    await site.t.mutation(moderation.suspend, {
      username: "ada",
      reason: "Spam",
    });
  const confirmation = { currentPassword: ADA.password };
  const left = await ada.action(api.community.accountDeletion.removeAccount, {
    confirmation,
  });
  expect(left.error).toBeNull();
  const isDeleted = async () =>
    (await site.t.run(async ({ db }) => await db.query("profiles").first())) === null;
  while (!(await isDeleted())) await new Promise((resolve) => setTimeout(resolve));
  const isFree = async (username: string) =>
    (await site.t.query(api.accounts.usernames.available, { username })).available;
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
  const rows = async () =>
    await site.t.run(async ({ db }) => await db.query("retiredNames").take(9));
  return { site, isFree, pass, rows };
}

/** Their names, and lookalikes. */
const NAMES = ["ada", "ADA", "a.d.a", "Ada.before", "adabef0re"];

describe("the names of a deleted account", () => {
  it("are free after thirty days, and not before", async () => {
    const { site, isFree, pass, rows } = await leave({ suspended: false });
    for (const name of NAMES) expect([name, await isFree(name)]).toEqual([name, false]);
    await expect(join(site)).rejects.toThrow(/taken/i);
    pass(RETIRED_MS - 1);
    expect(await isFree("ada")).toBe(false);
    pass(1);
    for (const name of NAMES) expect([name, await isFree(name)]).toEqual([name, true]);
    expect(await join(site)).toBeTruthy();
    pass(1);
    await site.t.run(async (ctx) => {
      await retireNames(ctx, {
        usernames: ["bo.b"],
        email: undefined,
        isSuspended: false,
      });
    });
    expect(await rows()).toHaveLength(1);
  });

  it("leave the address to others, at once", async () => {
    const { site } = await leave({ suspended: false });
    const { accessToken } = await join(site, { ...ADA, username: "grace" });
    expect((await confirmAddress(site, accessToken, EMAIL)).error).toBeNull();
  });

  it("are not stored, and can't be found by trying them without the key", async () => {
    const { rows } = await leave({ suspended: true });
    const stored = JSON.stringify(await rows());
    expect(await rows()).toHaveLength(3);
    for (const name of [...NAMES, EMAIL])
      expect(stored.toLowerCase()).not.toContain(name.toLowerCase());
    vi.stubEnv("FINGERPRINT_KEY", "l".repeat(64));
    expect(JSON.stringify(await (await leave({ suspended: true })).rows())).not.toContain(
      (await rows())[0]?.hash ?? "",
    );
  });
});

describe("the names of a suspended member who deleted the account", () => {
  it("stay reserved, with the mailbox in every spelling", async () => {
    const { site, isFree, pass } = await leave({ suspended: true });
    pass(10 * RETIRED_MS);
    for (const name of NAMES) expect([name, await isFree(name)]).toEqual([name, false]);
    await expect(join(site)).rejects.toThrow(/taken/i);
    const { accessToken } = await join(site, { ...ADA, username: "grace" });
    for (const email of [EMAIL, "A.da+new@art.example"]) {
      expect((await confirmAddress(site, accessToken, email)).error?.message).toBe(
        "This address can't be used here",
      );
    }
    expect((await confirmAddress(site, accessToken, "grace@art.example")).error).toBeNull();
  });

  it("are not given to a member of another identity provider either", async () => {
    const { site } = await leave({ suspended: true });
    const identity = {
      subject: "u1",
      issuer: "https://clerk",
      tokenIdentifier: "https://clerk|u1",
    };
    const other = site.t.withIdentity({
      ...identity,
      preferredUsername: "ada",
    });
    const { data } = await other.mutation(profiles.functions.ensure, {});
    expect(data?.username).toBe("ada-2");
  });

  it("are released by an operator", async () => {
    const { site, isFree } = await leave({ suspended: true });
    const { releaseNames } = internal.accounts.retiredNames;
    await site.t.mutation(releaseNames, { username: "a.d.a", email: EMAIL });
    expect([await isFree("ada"), await isFree("ada.before")]).toEqual([true, false]);
    const { accessToken } = await join(site);
    expect((await confirmAddress(site, accessToken, EMAIL)).error).toBeNull();
  });
});

describe("the mailbox of a suspended member who stays", () => {
  const other = "other@art.example";
  /** Ada has an address, requests another one, and is then suspended. */
  async function suspend() {
    const site = await deploy(undefined, modules);
    const ada = await join(site, ADA);
    await confirmAddress(site, ada.accessToken, EMAIL);
    const me = await site.as(ada.accessToken);
    await me.mutation(profiles.functions.ensure, {});
    await me.action(api.accounts.email.set, {
      email: other,
      currentPassword: ADA.password,
    });
    await site.t.mutation(moderation.suspend, {
      username: "ada",
      reason: "Spam",
    });
    const grace = await join(site, { ...ADA, username: "grace" });
    return { site, grace, pending: await tokenTo(site, other) };
  }

  it("is no other account's in any spelling, until the member is reinstated", async () => {
    const { site, grace } = await suspend();
    const confirm = async () =>
      (await confirmAddress(site, grace.accessToken, "A.da+new@art.example")).error?.message;
    expect(await confirm()).toBe("This address can't be used here");
    await site.t.mutation(moderation.suspend, {
      username: "ada",
      reason: "Again",
    });
    expect(await confirm()).toBe("This address can't be used here");
    await site.t.mutation(moderation.reinstate, { username: "ada" });
    expect(await confirm()).toBeUndefined();
  });

  it("does not change by a link from before the suspension", async () => {
    const { site, pending } = await suspend();
    const { error } = await site.t.mutation(api.accounts.email.confirm, {
      token: pending,
    });
    expect(error?.code).toBe("account_suspended");
  });
});
