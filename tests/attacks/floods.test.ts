import { beforeAll, describe, expect, it } from "vitest";
import { Attacker, PASSWORD, newMember, refusalOf, type Answer } from "./attacker";

/** Calls in sequence, so that the site receives them in this order. */
async function ask(times: number, call: (n: number) => Promise<Answer>): Promise<Answer[]> {
  const answers = [];
  for (let n = 0; n < times; n += 1) answers.push(await call(n));
  return answers;
}

const isLimited = (answer: Answer) =>
  ["rate_limit_exceeded", "too_many_attempts"].includes(refusalOf(answer) ?? "");
const passed = (answers: readonly Answer[]) => answers.filter((one) => !isLimited(one)).length;

/** Every refusal says when to try again, as text and in milliseconds. */
function expectWaits(answers: readonly Answer[]) {
  const refused = answers.filter(isLimited);
  expect(refused.length).toBeGreaterThan(0);
  for (const { value } of refused) {
    expect(value).toMatchObject({
      error: {
        message: expect.stringMatching(/Try again in \d+ (seconds?|minutes?|hours?)$/) as string,
        retryAfterMs: expect.any(Number) as number,
      },
    });
  }
}

const wrong = (username: string) => ({ username, password: "Wrong!pass1" });
const signIn = "accounts/credentials:signIn";
const signUp = "accounts/credentials:signUp";

let flood: Attacker;
let other: Attacker & { username: string };
beforeAll(async () => {
  flood = await newMember("flood");
  other = await newMember("other");
});

describe("a flood of sign-ins with sixty names from one address", () => {
  it("is refused before hashing, and another address can sign in meanwhile", async () => {
    const from = new Attacker();
    const flooding = Promise.all(
      Array.from({ length: 60 }, (_, n) => from.action(signIn, wrong(`name-${n}`))),
    );
    const { username } = other;
    const entered = await new Attacker().action(signIn, { username, password: PASSWORD });
    expect(entered.value).toMatchObject({ data: { accessToken: expect.any(String) as string } });
    const answers = await flooding;
    // Ten in a row, three of them at the same time: a hash takes a third of a second.
    expect(passed(answers)).toBeLessThanOrEqual(11);
    expectWaits(answers);
  });
});

describe("password guesses from many addresses", () => {
  it("are stopped, and the owner can still sign in from a known browser", async () => {
    const device = "d".repeat(43);
    const username = `owner-${process.pid}`;
    const known = { username, password: PASSWORD, device };
    expect((await new Attacker().action(signUp, known)).code).toBeNull();
    // Too long to be hashed, so it costs the test no time.
    const guess = { username, password: "x".repeat(201) };
    const guesses = await ask(15, () => new Attacker().action(signIn, guess));
    expect(passed(guesses)).toBeLessThanOrEqual(11);
    expectWaits(guesses);
    const own = { username, password: PASSWORD };
    expect((await new Attacker().action(signIn, own)).code).toBe("too_many_attempts");
    expect((await new Attacker().action(signIn, known)).code).toBeNull();
  });
});

describe("a member who sends too many requests", () => {
  it("must wait after ten unknown codes", async () => {
    const answers = await ask(12, (n) =>
      flood.action("billing:redeemReferralCode", { code: `WRONG${n}` }),
    );
    expect(answers.slice(0, 10).map(refusalOf)).toEqual(Array(10).fill("referral_code_not_found"));
    expectWaits(answers);
  });

  it("is refused most of two hundred purchases, and another member's succeeds", async () => {
    const creator = { productId: "creator" };
    const answers = await ask(200, () => flood.action("billing:checkout", creator));
    // Thirty at once, and one more every two seconds.
    expect(passed(answers)).toBeGreaterThan(0);
    expect(passed(answers)).toBeLessThan(60);
    expectWaits(answers);
    expect(isLimited(await other.action("billing:checkout", creator))).toBe(false);
  });

  it("is refused uses beyond the rate limit, and another member's check succeeds", async () => {
    const answers: Answer[] = [];
    const burst = async () => {
      for (let n = 0; n < 60; n += 1)
        answers.push(await flood.action("billing:track", { featureId: "uploads", value: 1 }));
    };
    const bursts = Promise.all(Array.from({ length: 5 }, burst));
    expect((await other.action("billing:check", { featureId: "uploads" })).code).toBeNull();
    await bursts;
    expect(passed(answers)).toBeGreaterThanOrEqual(100);
    expectWaits(answers);
  });

  it.each([
    [
      "comments",
      10,
      (n: number) => ["community/comments/functions:add", { text: `Hi ${n}` }] as const,
    ],
    ["likes", 60, (n: number) => ["community/likes:set", { liked: n % 2 === 0 }] as const],
  ])("is refused more %s than a person makes", async (_, most, write) => {
    const newest = { paginationOpts: { numItems: 1, cursor: null } };
    const { value } = await flood.query("community/artworks/functions:feed", newest);
    const [work] = (value as { page: readonly { id: string }[] }).page;
    const answers = await ask(most * 2, (n) => {
      const [path, args] = write(n);
      return flood.mutation(path, { artworkId: work?.id, ...args });
    });
    expect(answers.slice(0, most).map(({ code }) => code)).toEqual(Array(most).fill(null));
    expectWaits(answers);
  });
});
