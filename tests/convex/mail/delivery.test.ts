import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../../convex/_generated/api";
import { sealContent } from "../../../convex/mail/content";
import { composeLetter } from "../../../convex/mail/letter";
import { queueMail } from "../../../convex/mail/outbox";
import { waitAfter } from "../../../convex/mail/retries";
import { openBackend } from "../backend";

const modules = import.meta.glob("../../../convex/{_generated,mail}/**/*.ts");
const { delivery, smtp } = internal.mail;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LETTER = composeLetter({
  ...{ language: "en", subject: "Hello", paragraphs: ["Good day."], footer: "Why" },
  unsubscribeUrl: "https://api.example/mail/stop?t=1",
});

/** A mail server that responds to the recipient with a status, and records the mails. */
async function mailServer(status = 250) {
  const received: string[] = [];
  const server = createServer((socket) => {
    let body: string | null = null;
    socket.write("220 ready\r\n");
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      const text = chunk.toString();
      if (body !== null) {
        body += text;
        if (!body.endsWith("\r\n.\r\n")) return;
        received.push(body);
        body = null;
        socket.write("250 kept\r\n");
      } else if (text.startsWith("RCPT")) socket.write(`${status} so\r\n`);
      else if (text.startsWith("DATA")) {
        body = "";
        socket.write("354 go on\r\n");
      } else if (text.startsWith("QUIT")) socket.end("221 bye\r\n");
      else socket.write("250 fine\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${port}`);
  return { server, received };
}

let server: Server | undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 31) });
  vi.stubEnv("MAIL_FROM", "Spotlight <hello@art.example>");
  vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1");
  vi.stubEnv("SECRETS_KEY", "0f".repeat(32));
});
afterEach(() => {
  server?.close();
  server = undefined;
});

/** A deployment with one queued mail. Nothing runs automatically: a test decides what runs. */
async function open() {
  const t = openBackend(modules);
  const mailId = await t.run(async (ctx) => {
    const account = { subject: "s", username: "ada", usernameKey: "ada", passwordHash: "-" };
    const accountId = await ctx.db.insert("accounts", account);
    const mail = { accountId, to: "ada@art.example", subject: LETTER.subject };
    return await ctx.db.insert("mails", {
      ...{ ...mail, ...(await sealContent(mail, LETTER)), state: "queued", attempts: 0 },
      dueAt: Date.now(),
    });
  });
  const row = async () => await t.run((ctx) => ctx.db.get("mails", mailId));
  const claim = async () => await t.mutation(delivery.claim, { mailId });
  const settle = async (attempt: number, final: boolean | null) =>
    await t.mutation(delivery.settle, {
      ...{ mailId, attempt },
      error: final === null ? null : { message: "450 busy", final },
    });
  return { t, mailId, row, claim, settle };
}

describe("a queued mail", () => {
  it("is claimed by one of two attempts", async () => {
    const { claim, row } = await open();
    const claimed = await Promise.all([claim(), claim()]);
    expect(claimed.filter(Boolean)).toHaveLength(1);
    expect(await row()).toMatchObject({ state: "sending", attempts: 1 });
  });

  it("is empty once it is sent, and not claimed again", async () => {
    const { claim, settle, row } = await open();
    await claim();
    await settle(1, null);
    expect(await row()).toMatchObject({ state: "sent", text: "", html: "" });
    expect(await claim()).toBeNull();
  });

  it("is tried again after 1, 5, 30 and 120 minutes, and has failed after five attempts", async () => {
    const { claim, settle, row } = await open();
    for (const [index, minutes] of [1, 5, 30, 120].entries()) {
      expect(await claim()).toMatchObject({ attempt: index + 1 });
      await settle(index + 1, false);
      expect(await row()).toMatchObject({ state: "queued", error: "450 busy" });
      vi.setSystemTime(Date.now() + minutes * MINUTE_MS - 1);
      expect(await claim()).toBeNull();
      vi.setSystemTime(Date.now() + 1);
    }
    await claim();
    await settle(5, false);
    expect(await row()).toMatchObject({ state: "failed", attempts: 5, text: "", html: "" });
    expect([0, 1, 4, 5].map(waitAfter)).toEqual([null, MINUTE_MS, 120 * MINUTE_MS, null]);
  });

  it("has failed at once where no attempt can succeed", async () => {
    const { claim, settle, row } = await open();
    await claim();
    await settle(1, true);
    expect(await row()).toMatchObject({ state: "failed", attempts: 1 });
  });

  it("is taken up again when its attempt died; that attempt's late answer changes nothing", async () => {
    const { t, claim, settle, row } = await open();
    await claim();
    await t.mutation(delivery.takeUp, {});
    expect(await row()).toMatchObject({ state: "sending" });
    vi.setSystemTime(Date.now() + 5 * MINUTE_MS);
    await t.mutation(delivery.takeUp, {});
    expect(await row()).toMatchObject({ state: "queued", error: "The attempt was lost" });
    vi.setSystemTime(Date.now() + MINUTE_MS);
    await claim();
    await settle(1, null);
    expect(await row()).toMatchObject({ state: "sending", attempts: 2 });
    await settle(2, null);
    expect(await row()).toMatchObject({ state: "sent" });
  });

  it("is deleted after a week, whatever became of it", async () => {
    const { t, row } = await open();
    vi.setSystemTime(Date.now() + 7 * DAY_MS - 1);
    await t.mutation(delivery.deleteOld, {});
    expect(await row()).not.toBeNull();
    vi.setSystemTime(Date.now() + 2);
    await t.mutation(delivery.deleteOld, {});
    expect(await row()).toBeNull();
  });
});

describe("queueing", () => {
  const queue = async () => {
    // Scheduled functions do not run.
    vi.useFakeTimers();
    const t = openBackend(modules);
    await t.run(async (ctx) => {
      const account = { subject: "s", username: "ada", usernameKey: "ada", passwordHash: "-" };
      const accountId = await ctx.db.insert("accounts", account);
      await queueMail(ctx, accountId, "ada@art.example", LETTER);
    });
    return await t.run((ctx) => ctx.db.query("mails").take(5));
  };

  it("encrypts all but the recipient and the subject", async () => {
    const [mail] = await queue();
    expect(mail).toMatchObject({ to: "ada@art.example", subject: "Hello" });
    expect(JSON.stringify(mail)).not.toMatch(/Good day|api\.example/);
  });

  it.each([
    ["", "sandbox", ["unsent"]],
    ["", "live", []],
    ["smtp://127.0.0.1:1", "live", ["queued"]],
    ["smtp://127.0.0.1:1", "sandbox", ["queued"]],
  ])("with the server %j in %s mode stores %j", async (url, mode, states) => {
    vi.stubEnv("SMTP_URL", url);
    vi.stubEnv("BILLING_MODE", mode);
    expect((await queue()).map(({ state }) => state)).toEqual(states);
  });
});

describe("an attempt", () => {
  it("sends both bodies, and how to stop such mails with one click", async () => {
    const { t, mailId, row } = await open();
    const there = await mailServer();
    server = there.server;
    await t.action(smtp.send, { mailId });
    expect(await row()).toMatchObject({ state: "sent" });
    const [mail = ""] = there.received;
    expect(mail).toContain("To: ada@art.example");
    expect(mail).toContain("From: Spotlight <hello@art.example>");
    expect(mail).toContain("Subject: Hello");
    expect(mail).toContain(`Message-ID: <${mailId}@art.example>`);
    expect(mail).toContain("List-Unsubscribe: <https://api.example/mail/stop?t=1>");
    expect(mail).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(mail).toContain("text/plain");
    expect(mail).toContain("text/html");
    await t.action(smtp.send, { mailId });
    expect(there.received).toHaveLength(1);
  });

  it.each([
    [450, "queued"],
    [550, "failed"],
  ])("that the server answers with %i leaves the mail %s", async (status, state) => {
    const { t, mailId, row } = await open();
    ({ server } = await mailServer(status));
    await t.action(smtp.send, { mailId });
    expect(await row()).toMatchObject({ state, attempts: 1 });
  });

  it.each([
    [
      "another recipient",
      async ({ t, mailId }) => {
        await t.run((ctx) => ctx.db.patch("mails", mailId, { to: "eve@art.example" }));
      },
    ],
    ["another SECRETS_KEY", () => vi.stubEnv("SECRETS_KEY", "f0".repeat(32))],
  ] as [string, (site: Awaited<ReturnType<typeof open>>) => unknown][])(
    "with %s is not sent, and operators read why",
    async (_what, change) => {
      const site = await open();
      const there = await mailServer();
      ({ server } = there);
      await change(site);
      await site.t.action(smtp.send, { mailId: site.mailId });
      expect(there.received).toEqual([]);
      const error: unknown = expect.stringMatching(/^mails\.text does not open: SECRETS_KEY/);
      expect(await site.row()).toMatchObject({ state: "queued", error });
    },
  );

  it("without a server, or without a sender, is tried again", async () => {
    const { t, mailId, row } = await open();
    await t.action(smtp.send, { mailId });
    expect(await row()).toMatchObject({ state: "queued", attempts: 1 });
    vi.stubEnv("MAIL_FROM", "");
    vi.setSystemTime(Date.now() + MINUTE_MS);
    await t.action(smtp.send, { mailId });
    expect(await row()).toMatchObject({ state: "queued", error: "MAIL_FROM is not set" });
  });
});
