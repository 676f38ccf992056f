import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { Attacker, SECRETS, heard, newMember, secretsIn, site } from "./attacker";

const PASSWORD = "Canary!7-of-the-mine";
const EMAIL = "canary-of-the-mine@example.org";
const CARD = "4000000000009995";

interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** Values that only their owner may know, by kind. */
const canaries: Record<string, string> = { "a password": PASSWORD, "a card": CARD };

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name));

const foundIn = (text: string) =>
  Object.entries(canaries).flatMap(([what, canary]) => (text.includes(canary) ? [what] : []));

/** Calls that fail in every way, with canaries in all their arguments. */
async function failEverywhere(): Promise<void> {
  const stranger = new Attacker();
  const username = `canary-${String(process.pid)}`.slice(0, 20);
  const signUp = await stranger.action("accounts/credentials:signUp", {
    username,
    password: PASSWORD,
  });
  const { data } = signUp.value as { data: Tokens };
  canaries["an access token"] = data.accessToken;
  canaries["a refresh token"] = data.refreshToken;
  await stranger.action("accounts/credentials:signUp", { username, password: PASSWORD });
  await stranger.action("accounts/credentials:signIn", { username, password: `${PASSWORD}x` });
  await stranger.action("accounts/credentials:signIn", {
    username: "nobody-here",
    password: PASSWORD,
  });
  await stranger.action("accounts/credentials:signUp", { username: "x", password: PASSWORD });
  await stranger.action("accounts/credentials:signIn", { password: PASSWORD });
  await stranger.action("accounts/sessions:refresh", { refreshToken: `${data.refreshToken}x` });
  await stranger.mutation("accounts/sessions:signOut", {
    refreshToken: data.refreshToken,
    more: 1,
  });
  await new Attacker(`${data.accessToken}x`).action("billing:createCustomer");
  const member = new Attacker(data.accessToken);
  await member.action("accounts/credentials:changePassword", {
    password: `${PASSWORD}no`,
    newPassword: "short",
  });
  await member.action("billing:redeemReferralCode", { code: EMAIL });
  await member.action("billing:attach", { productId: PASSWORD });
  await member.query("community/search:people", { text: PASSWORD });
  await member.action("nothing/of:that", { password: PASSWORD });
  const headers = {
    Authorization: `Bearer ${SECRETS["the key of the billing API"] ?? ""}`,
    "Content-Type": "application/json",
  };
  for (const body of [
    { id: "canary", email: EMAIL, name: "Canary" },
    { id: "ca nary", email: EMAIL },
    { id: "canary", email: EMAIL, more: EMAIL },
  ])
    await heard(
      await fetch(`${site.routesUrl}/billing/v1/customers`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      }),
    );
  await heard(
    await fetch(`${site.routesUrl}/billing/sandbox/checkout/x`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: `number=${CARD}&expiry=12%2F40&cvc=123`,
    }),
  );
}

beforeAll(failEverywhere);

describe("a secret", () => {
  it("is not printed", () => {
    canaries["an e-mail address"] = EMAIL;
    const printed = readFileSync(site.outputFile, "utf8");
    expect(printed).toContain("Spotlight is ready");
    expect([...foundIn(printed), ...secretsIn(printed)]).toEqual([]);
    delete canaries["an e-mail address"];
  });

  it("is stored only as a hash", () => {
    const kept = filesOf(site.dataDir).filter((file) => /(commits\.log|snapshot)$/.test(file));
    expect(kept).not.toEqual([]);
    const stored = kept.map((file) => readFileSync(file, "utf8")).join("\n");
    expect([...foundIn(stored), ...secretsIn(stored)]).toEqual([]);
  });

  it("is not in files that a browser loads", () => {
    const built = filesOf("dist").filter((file) => /\.(m?js|html|css|json|map)$/.test(file));
    expect(built.length).toBeGreaterThan(10);
    for (const file of built) {
      const text = readFileSync(file, "utf8");
      expect([file, ...secretsIn(text)]).toEqual([file]);
      expect(/PRIVATE KEY|sk_(live|sandbox)_\w/.exec(text)?.[0] ?? null).toBeNull();
    }
  });

  it.each([
    "/",
    "/explore",
    "/pricing",
    "/u/nobody",
    "/a/nothing",
    "/settings",
    "/nowhere",
    "/%2e%2e/package.json",
    "/.env",
  ])("is not in the page %s", async (path) => {
    const { accessToken } = { accessToken: canaries["an access token"] ?? "" };
    const page = await fetch(`${site.url}${path}`, {
      headers: { Authorization: `Bearer ${accessToken}` },
    });
    expect(foundIn(await heard(page))).toEqual([]);
  });

  it.each([
    "/../package.json",
    "/assets/../../package.json",
    "/..%2f..%2fpackage.json",
    "/%00",
    "/assets/%ff",
  ])("is not among the files at %s", async (path) => {
    const text = await heard(await fetch(`${site.url}${path}`));
    expect(text).not.toContain('"devDependencies"');
  });

  it("is not in the answers of members to each other", async () => {
    const other = await newMember("curious");
    const username = `canary-${String(process.pid)}`.slice(0, 20);
    for (const path of [
      "community/profiles/functions:byUsername",
      "community/profiles/functions:get",
    ]) {
      const { text } = await other.query(path, { username });
      expect(foundIn(text)).toEqual([]);
    }
  });
});
