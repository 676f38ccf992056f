import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { openSite } from "../community/site";

const modules = import.meta.glob(
  "../../../convex/{unsubscribe,community/notifications/settings,community/profiles/functions}.ts",
);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 31) });
  vi.stubEnv("SITE_ORIGIN", "https://art.example");
});
/** Ada, who is mailed about likes and comments. */
async function open() {
  const { t, person } = await openSite(modules);
  await person("ada").mutation(api.community.profiles.functions.ensure, {});
  const { settings } = api.community.notifications;
  await person("ada").mutation(settings.set, { kinds: ["like", "comment"], mail: true });
  const choices = async () => await t.run((ctx) => ctx.db.query("notificationChoices").first());
  const token = (await choices())?.stopToken ?? "";
  const mailed = async () => (await choices())?.mailed;
  const send = async (method: string, of: string, ip = "203.0.113.1", language = "en") =>
    await t.withRequestMetadata({ ip }).fetch(`/mail/unsubscribe?token=${of}`, {
      ...{ method, headers: { "Accept-Language": language } },
    });
  return { token, mailed, send };
}

describe("/mail/unsubscribe", () => {
  it("only asks when it is opened, because programs open links in mails", async () => {
    const { token, mailed, send } = await open();
    const response = await send("GET", token);
    expect(response.status).toBe(200);
    const page = await response.text();
    expect(page).toContain('<form method="post"><button>');
    expect(page).not.toContain(token);
    expect(await mailed()).toEqual(["like", "comment"]);
  });

  it("stops the mails with one click, and again says so", async () => {
    const { token, mailed, send } = await open();
    for (let n = 0; n < 2; n += 1) {
      const response = await send("POST", token);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("No more mails about notifications");
      expect(await mailed()).toEqual([]);
    }
  });

  it("speaks the language of the browser", async () => {
    const { token, send } = await open();
    const ask = await send("GET", token, "203.0.113.1", "fr, de-CH;q=0.8, en;q=0.5");
    const page = await ask.text();
    expect(page).toContain('<html lang="de">');
    expect(page).toContain("Diese Mails beenden");
    const stop = await send("POST", token, "203.0.113.1", "de");
    expect(await stop.text()).toContain("Keine Mails mehr über Mitteilungen");
  });

  it.each(["", "guessed"])("changes nothing for the token %j", async (guess) => {
    const { mailed, send } = await open();
    const response = await send("POST", guess);
    expect(response.status).toBe(404);
    expect(await mailed()).toEqual(["like", "comment"]);
  });

  it("is limited for each network, so that no one guesses on", async () => {
    const { token, mailed, send } = await open();
    const statuses = [];
    for (let n = 0; n < 40; n += 1) statuses.push((await send("POST", `guess${n}`)).status);
    expect(statuses[0]).toBe(404);
    expect(statuses.at(-1)).toBe(429);
    expect((await send("POST", token)).status).toBe(429);
    expect(await mailed()).toEqual(["like", "comment"]);
    expect((await send("POST", token, "198.51.100.9")).status).toBe(200);
  });

  it("is a page that loads, frames and remembers nothing", async () => {
    const { token, send } = await open();
    for (const method of ["GET", "POST"]) {
      const { headers } = await send(method, token);
      expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8");
      expect(headers.get("Content-Security-Policy")).toMatch(
        /^default-src 'none'; .*frame-ancestors 'none'/,
      );
      expect(headers.get("Cache-Control")).toBe("no-store");
      expect(headers.get("Referrer-Policy")).toBe("no-referrer");
    }
  });
});
