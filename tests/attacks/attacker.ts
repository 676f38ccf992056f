import { readFileSync } from "node:fs";
import { join } from "node:path";
import { convexToJson, jsonToConvex, type JSONValue, type Value } from "convex/values";
import { expect, inject } from "vitest";
import { addressOf } from "../e2e/operator";

export const site = inject("attackedSite");

const kept = (file: string) => readFileSync(join(site.dataDir, file), "utf8").trim();

/** Secrets that must never leak, by kind. */
export const SECRETS: Readonly<Record<string, string>> = {
  "the administrator's key": kept("admin-key"),
  "the key of the billing API": kept("api-key"),
  "the key of the cursors": kept("cursor-key"),
  "the key of stored secrets": kept("secrets-key"),
  "the key that signs tokens": privateKey(),
};

/** One line of the key, because it is the same text in PEM, in JSON, or on its own. */
function privateKey(): string {
  const { privateKey: pem } = JSON.parse(kept("signing-keys.json")) as { privateKey: string };
  return pem.split("\n")[1] ?? pem;
}

/** The names of the secrets that occur in a text. */
export function secretsIn(text: string): string[] {
  return Object.entries(SECRETS).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []));
}

/** The response to a call. */
export interface Answer {
  status: number;
  /** The value of a function that returned; undefined after a refusal. */
  value: unknown;
  /** The error's code as data; null if it has none. */
  code: string | null;
  /** Convex's own refusal: of the arguments, the function's name, or the token. */
  refusal: string | null;
  text: string;
}

const PATHS = /(?:\/(?:home|root|tmp|usr|work|Users)\/|node_modules|\.ts:\d+)/;

/** Parses a response. It must not contain a secret, a stack, or a path of the machine. */
export async function heard(response: Response): Promise<string> {
  const text = await response.text();
  expect(secretsIn(text)).toEqual([]);
  expect(PATHS.exec(text)?.[0] ?? null).toBeNull();
  return text;
}

type Kind = "query" | "mutation" | "action";
type Args = Record<string, Value | undefined>;

let addresses = 0;

/** An address that no other test uses. */
function newAddress(): string {
  addresses += 1;
  const parts = [process.pid >> 8, process.pid, addresses].map((part) => part & 255);
  return `10.${parts.join(".")}`;
}

/** A client that sends handwritten requests, which no page would send. */
export class Attacker {
  constructor(
    readonly token: string | null = null,
    readonly address = newAddress(),
  ) {}

  async call(kind: Kind, path: string, args: Args = {}): Promise<Answer> {
    // `convexToJson` omits undefined values, and writes NaN as the protocol does.
    const body = JSON.stringify({
      ...addressOf(path),
      args: [convexToJson(args)],
      format: "convex_encoded_json",
    });
    const response = await fetch(`${site.functionsUrl}/api/${kind}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...this.headers() },
      body,
    });
    const text = await heard(response);
    return { ...readAnswer(text), status: response.status, text };
  }

  action = (path: string, args: Args = {}): Promise<Answer> => this.call("action", path, args);
  mutation = (path: string, args: Args = {}): Promise<Answer> => this.call("mutation", path, args);
  query = (path: string, args: Args = {}): Promise<Answer> => this.call("query", path, args);

  headers(): Record<string, string> {
    const from = { "X-Forwarded-For": this.address };
    return this.token === null ? from : { ...from, Authorization: `Bearer ${this.token}` };
  }
}

function readAnswer(text: string): Pick<Answer, "value" | "code" | "refusal"> {
  const none = { value: undefined, code: null, refusal: null };
  let answer: { status?: string; value?: JSONValue; errorMessage?: string; code?: string };
  try {
    answer = JSON.parse(text) as typeof answer;
  } catch {
    return { ...none, refusal: text };
  }
  if (answer.status !== "success")
    return { ...none, refusal: answer.errorMessage ?? answer.code ?? text };
  const value: unknown = jsonToConvex(answer.value ?? null);
  return { ...none, value, code: codeOf(value) };
}

function codeOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("error" in value)) return null;
  const { error } = value as { error: { code?: string } | null };
  return error?.code ?? null;
}

export const PASSWORD = "Canary!7-password";

let count = 0;

/** A new member of the site, with a customer and a profile. */
export async function newMember(prefix = "member"): Promise<Attacker & { username: string }> {
  const username = `${prefix}-${String((count += 1))}-${String(process.pid)}`.slice(0, 20);
  const { value, text } = await new Attacker().action("accounts/credentials:signUp", {
    username,
    password: PASSWORD,
  });
  const { data } = value as { data: { accessToken: string } | null };
  if (!data) throw new Error(`No account was made: ${text}`);
  const member = new Attacker(data.accessToken);
  await member.mutation("community/profiles/functions:ensure");
  await member.action("billing:createCustomer");
  return Object.assign(member, { username });
}

const REFUSAL = /(ArgumentValidationError|Could not find public function|\w+): ?/;

/**
 * How a call was refused: the code of its error, or the first word of Convex's message, up to the
 * colon.
 */
export function refusalOf({ code, refusal, status }: Answer): string | null {
  if (code !== null || refusal === null) return code;
  const words = refusal.replace(/^\[Request ID: \w+\] Server Error\n/, "");
  return REFUSAL.exec(words)?.[1] ?? String(status);
}
