import { describe, expect, it } from "vitest";
import {
  PASSWORD_RULES,
  USERNAME_RULES,
  firstBroken,
  usernameKeyOf,
} from "../../convex/contract/credentials";

const broken = (rules: typeof PASSWORD_RULES, text: string) =>
  rules.filter((rule) => !rule.holds(text)).map((rule) => rule.message);

const SHORT = "Password must be at least 8 characters";
const NUMBER = "Use a number";
const SYMBOL = "Use a special character (symbol)";
const UPPER = "Use an uppercase letter";
const LOWER = "Use a lowercase letter";
const LENGTH = "Username must be between 3 and 20 characters";
const LETTERS =
  "Username can only contain letters, numbers, dots, underscores, and hyphens. No spaces or special symbols are allowed.";

describe("PASSWORD_RULES", () => {
  it("has the five texts of the specification, in order", () => {
    expect(PASSWORD_RULES.map((rule) => rule.message)).toEqual([
      SHORT,
      NUMBER,
      SYMBOL,
      UPPER,
      LOWER,
    ]);
  });

  it.each([
    ["Aa1!aaaa", []],
    ["Aa1!aaa", [SHORT]],
    ["Aaa!aaaa", [NUMBER]],
    ["Aa1aaaaa", [SYMBOL]],
    ["aa1!aaaa", [UPPER]],
    ["AA1!AAAA", [LOWER]],
    ["", [SHORT, NUMBER, SYMBOL, UPPER, LOWER]],
  ])("finds in %j each rule that it breaks, and no other", (password, messages) => {
    expect(broken(PASSWORD_RULES, password)).toEqual(messages);
  });

  it.each(Array.from('!@#$%^&*(),.?":{}|<>'))("accepts %s as a symbol", (symbol) => {
    expect(broken(PASSWORD_RULES, `Aa1${symbol}aaaa`)).toEqual([]);
  });

  it.each(Array.from("-_+=/\\;'[]~` £§é"))(
    "does not accept %j as a symbol: the list is closed",
    (other) => {
      expect(broken(PASSWORD_RULES, `Aa1${other}aaaa`)).toEqual([SYMBOL]);
    },
  );

  it("counts characters, not UTF-16 units: four emoji are four", () => {
    expect(broken(PASSWORD_RULES, "Aa1🎨🎨🎨!")).toEqual([SHORT]);
    expect(broken(PASSWORD_RULES, "Aa1🎨🎨🎨🎨!")).toEqual([]);
  });

  it("recognises the letters of other alphabets", () => {
    expect(broken(PASSWORD_RULES, "ЖЖЖЖжж1!")).toEqual([]);
  });
});

describe("USERNAME_RULES", () => {
  it("has the two texts of the specification", () => {
    expect(USERNAME_RULES.map((rule) => rule.message)).toEqual([LENGTH, LETTERS]);
  });

  it.each([
    ["ab", [LENGTH]],
    ["abc", []],
    ["a".repeat(20), []],
    ["a".repeat(21), [LENGTH]],
    ["A.b_c-9", []],
    ["...", []],
    ["ada lovelace", [LETTERS]],
    ["ada\n", [LETTERS]],
    ["ada\u200b", [LETTERS]],
    ["аda", [LETTERS]],
    ["ада", [LETTERS]],
    ["inês", [LETTERS]],
    ["a@b", [LETTERS]],
    ["", [LENGTH, LETTERS]],
  ])("finds in %j each rule that it breaks, and no other", (username, messages) => {
    expect(broken(USERNAME_RULES, username)).toEqual(messages);
  });
});

describe("firstBroken", () => {
  it("returns one broken rule at a time, and none when all are met", () => {
    expect(firstBroken(PASSWORD_RULES, "aaaaaaaa")).toBe(NUMBER);
    expect(firstBroken(PASSWORD_RULES, "Aa1!aaaa")).toBeNull();
  });
});

describe("usernameKeyOf", () => {
  it("maps a name in any case to one key, so that look-alikes are taken", () => {
    expect(usernameKeyOf("ADA.l")).toBe(usernameKeyOf("ada.L"));
  });
});
