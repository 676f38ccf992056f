import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { Attacker, PASSWORD, newMember, site } from "./attacker";

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** The files of the data folder that contain a text. */
function filesWith(text: string): string[] {
  const entries = readdirSync(site.dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  // A file may be deleted in the meantime.
  return paths.filter((path) => existsSync(path) && readFileSync(path).includes(text));
}

/** The outbox of a member: mails to themselves, the newest first. */
async function mailsOf(member: Attacker): Promise<{ subject: string; text: string }[]> {
  const { value } = await member.query("mail/devMail:list");
  return value as { subject: string; text: string }[];
}

async function linkIn(member: Attacker, path: string): Promise<string> {
  return await vi.waitFor(async () => {
    const texts = (await mailsOf(member)).map(({ text }) => text);
    const [, token] = new RegExp(`${path}#([\\w-]{43})`).exec(texts.join("\n")) ?? [];
    if (token === undefined) throw new Error(`No link to ${path} in ${texts.join("\n")}`);
    return token;
  });
}

/** The credentials that someone who steals the folder would look for, by kind. */
const secrets: Record<string, string> = {};
let address = "";

beforeAll(async () => {
  const member = await newMember("sealed");
  address = `${member.username}@art.example`;
  const proof = { currentPassword: PASSWORD };
  await member.action("accounts/email:set", { ...proof, email: address });
  secrets["a link that confirms an address"] = await linkIn(member, "/confirm-email");
  const token = secrets["a link that confirms an address"];
  await member.mutation("accounts/email:confirm", { token });
  await new Attacker().mutation("accounts/passwordReset:request", { typed: member.username });
  secrets["a link that sets a password"] = await linkIn(member, "/reset-password");
  const { value } = await member.action("accounts/twoStep:begin", proof);
  const { secret } = (value as { data: { secret: string } }).data;
  secrets["the key of an authenticator app"] = secret;
  const confirmed = await member.action("accounts/twoStep:confirm", { code: codeOf(secret) });
  const { data: codes } = confirmed.value as { data: string[] };
  secrets["a recovery code"] = codes[0] ?? "";
});

describe("a copy of the data folder", () => {
  it.each([
    "a link that confirms an address",
    "a link that sets a password",
    "the key of an authenticator app",
    "a recovery code",
  ])("does not hold %s", (kind) => {
    expect(secrets[kind]?.length).toBeGreaterThan(15);
    expect(filesWith(secrets[kind] ?? "")).toEqual([]);
  });

  it("tells operators to whom mails went", () => {
    expect(filesWith(address)).not.toEqual([]);
  });
});
