import { describe, expect, it } from "vitest";
import { api } from "../../../convex/_generated/api";
import { USERNAME_RULES, firstBroken } from "../../../convex/contract/credentials";
import { ADA, deploy, enter, join } from "./deployment";
import { NEW_PROFILE } from "../../../convex/community/profiles/model";

const ask = async ({ t }: Awaited<ReturnType<typeof deploy>>, username: string) =>
  await t.query(api.accounts.usernames.available, { username });

describe("available", () => {
  it("says yes to a free name", async () => {
    expect(await ask(await deploy(), "ada")).toEqual({
      available: true,
      suggestions: [],
    });
  });

  it("says no in any case, with three similar free names", async () => {
    const site = await deploy();
    await join(site);
    await join(site, { ...ADA, username: "aDa.studio" });
    const { available, suggestions } = await ask(site, "aDA");
    expect(available).toBe(false);
    expect(suggestions).toEqual(["aDA.art", "aDA.draws", "aDA.1"]);
    for (const name of suggestions) expect((await ask(site, name)).available).toBe(true);
  });

  it("says no to the handle of a page without an account", async () => {
    const site = await deploy();
    await site.t.run(async (ctx) => {
      const named = { username: "Pixelotis", usernameKey: "pixelotis", name: "P", bio: "" };
      const page = { ...NEW_PROFILE, ...named, searchText: "", tokenIdentifier: "gallery" };
      await ctx.db.insert("profiles", page);
    });
    expect(await ask(site, "pixelOtis")).toMatchObject({ available: false });
    await expect(join(site, { ...ADA, username: "pixelotis" })).rejects.toThrow(/taken/i);
  });

  it("suggests names that follow the rules, even for the longest", async () => {
    const site = await deploy();
    const username = "a".repeat(20);
    await join(site, { ...ADA, username });
    const { suggestions } = await ask(site, username);
    const cut = (length: number) => "a".repeat(length);
    expect(suggestions).toEqual([`${cut(16)}.art`, `${cut(13)}.studio`, `${cut(14)}.draws`]);
    expect(suggestions.map((name) => firstBroken(USERNAME_RULES, name))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it.each(["admin", "Settings", "sign-in", "admin_", "...", "spotlight-team"])(
    "reserves %s for the site",
    async (name) => {
      const site = await deploy();
      expect((await ask(site, name)).available).toBe(false);
      await expect(join(site, { ...ADA, username: name })).rejects.toThrow(/taken/i);
    },
  );

  it.each(["pixeIotis", "pixe1otis", "pixel.otis", "Pixel0tis", "p-i-x-e-l-o-t-i-s"])(
    "says no to %s beside pixelotis",
    async (name) => {
      const site = await deploy();
      await join(site, { ...ADA, username: "pixelotis" });
      expect((await ask(site, name)).available).toBe(false);
      await expect(join(site, { ...ADA, username: name })).rejects.toThrow(/taken/i);
      expect((await enter(site, { ...ADA, username: name })).error?.code).toBe(
        "invalid_credentials",
      );
    },
  );

  it.each(["ab", "a b c", "a".repeat(100_000)])(
    "answers an impossible name without a lookup",
    async (name) => {
      expect(await ask(await deploy(), name)).toEqual({
        available: false,
        suggestions: [],
      });
    },
  );
});

describe("me", () => {
  it("is null without sign-in, and for another identity provider", async () => {
    const site = await deploy();
    await join(site);
    expect(await site.t.query(api.accounts.profile.me, {})).toBeNull();
    const grace = site.t.withIdentity({
      subject: "user_1",
      issuer: "https://clerk.example",
      tokenIdentifier: "https://clerk.example|user_1",
      sid: "sess_1",
    });
    expect(await grace.query(api.accounts.profile.me, {})).toBeNull();
  });
});
