import { ConvexHttpClient } from "convex/browser";
import { ConvexReactClient } from "convex/react";
import { getFunctionName } from "convex/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accountCalls } from "../../src/identity/account-calls";

const TOKENS = { accessToken: "a", refreshToken: "family.1" };
const REFUSED = { code: "invalid_credentials", message: "No" };
const DEVICE = "this browser";
const TYPED = { username: "ada", password: "Tidepool!7" };
const done = (data: unknown) => ({ data, error: null, statusCode: 200 });
const refused = { data: null, error: REFUSED, statusCode: 401 };

type Reference = Parameters<typeof getFunctionName>[0];

let client: ConvexReactClient;
/** The calls over HTTP, and over the socket, which has the identity. */
let asked: string[];

function answering(answer: unknown) {
  const answered =
    (way: string) =>
    async (...[reference, args]: [Reference, ...unknown[]]) => {
      asked.push(`${way} ${getFunctionName(reference)} ${JSON.stringify(args)}`);
      if (answer instanceof Error) throw answer;
      return await Promise.resolve(answer as never);
    };
  vi.spyOn(ConvexHttpClient.prototype, "action").mockImplementation(answered("http"));
  vi.spyOn(ConvexHttpClient.prototype, "mutation").mockImplementation(answered("http"));
  vi.spyOn(ConvexHttpClient.prototype, "query").mockImplementation(answered("http"));
  vi.spyOn(client, "action").mockImplementation(answered("socket"));
  return accountCalls(client, () => DEVICE);
}

beforeEach(() => {
  asked = [];
  client = new ConvexReactClient("http://127.0.0.1:1", { logger: false });
});
afterEach(async () => await client.close());

type Calls = ReturnType<typeof accountCalls>;
type Row = readonly [
  name: keyof Calls,
  call: (calls: Calls) => Promise<unknown>,
  asks: string,
  onData: unknown,
  onRefusal: unknown,
];

const change = { currentPassword: "old", newPassword: "new" };
const typed = JSON.stringify({ ...TYPED, device: DEVICE });
const ROWS: readonly Row[] = [
  [
    "signUp",
    async (calls) => await calls.signUp(TYPED),
    `http accounts/credentials:signUp ${typed.replace("}", ',"language":"en"}')}`,
    TOKENS,
    REFUSED,
  ],
  [
    "signIn",
    async (calls) => await calls.signIn(TYPED),
    `http accounts/credentials:signIn ${typed}`,
    TOKENS,
    REFUSED,
  ],
  [
    "enterCode",
    async (calls) => await calls.enterCode({ ticket: "t", code: "123456" }),
    'http accounts/secondStep:signInWithCode {"ticket":"t","code":"123456"}',
    TOKENS,
    REFUSED,
  ],
  [
    "changePassword",
    async (calls) => await calls.changePassword(change),
    `socket accounts/credentials:changePassword ${JSON.stringify({ ...change, device: DEVICE })}`,
    null,
    REFUSED,
  ],
  [
    "refresh",
    async (calls) => await calls.refresh("family.0"),
    'http accounts/sessions:refresh {"refreshToken":"family.0"}',
    TOKENS,
    null,
  ],
  [
    "end",
    async (calls) => await calls.end("family.0"),
    'http accounts/sessions:signOut {"refreshToken":"family.0"}',
    undefined,
    undefined,
  ],
];

describe("the calls of local accounts", () => {
  it.each(ROWS)("%s calls one function, and returns its answer", async (...row) => {
    const [, call, asks, onData, onRefusal] = row;
    expect(await call(answering(done(TOKENS)))).toEqual(onData);
    expect(await call(answering(refused))).toEqual(onRefusal);
    expect(asked).toEqual([asks, asks]);
  });

  it.each(ROWS)(
    "%s throws when the network fails: the server has refused nothing",
    async (_, call) => {
      await expect(call(answering(new TypeError("Failed to fetch")))).rejects.toThrow("Failed");
    },
  );

  it.each(ROWS.filter(([name]) => ["signUp", "signIn", "enterCode"].includes(name)))(
    "%s throws on an answer with neither data nor error",
    async (_, call) => {
      const empty = answering({ data: null, error: null });
      await expect(call(empty)).rejects.toThrow("neither data nor an error");
    },
  );

  it("do not treat a rate limit as the end of a session", async () => {
    const error = { code: "too_many_attempts", message: "Too many attempts", retryAfterMs: 2_000 };
    const calls = answering({ data: null, error, statusCode: 429 });
    await expect(calls.refresh("family.0")).rejects.toThrow("Too many attempts");
  });

  it("check whether a name is free", async () => {
    const found = { available: false, suggestions: ["ada.art"] };
    expect(await answering(found).checkUsername("ada")).toEqual(found);
    expect(asked).toEqual(['http accounts/usernames:available {"username":"ada"}']);
  });
});
