import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { blocksOf, documents } from "./blocks";
import { commandsOf, refuseCommand } from "./commands";

const pages = [...documents(), "CONTRIBUTING.md"];
const blocks = pages.flatMap((document) => blocksOf(document));
const PROGRAM = /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|tsx|curl|export|cat)\b/;
/** Blocks without a language may also be drawings or settings. */
const isShell = ({ language, text }: { language: string; text: string }) =>
  language === "sh" || (language === "" && PROGRAM.test(text));
/** Commands inside sentences, which may wrap over two lines. */
const INLINE = /`((?:npm|npx convex) [^`]+)`/g;
const PATH = /`((?:bench|convex|docs|examples|packages|scripts|src|tests)\/[\w./-]+\.\w+)`/g;

const textOf = (document: string) =>
  readFileSync(document, "utf8").replaceAll(/^```[^]*?^```$/gm, "");
const wrong = (commands: readonly { at: string; text: string }[]) =>
  commands.flatMap(({ at, text }) => {
    const reason = refuseCommand(text);
    return reason === null ? [] : [`${at} ${reason}`];
  });

describe("the commands of the documents", () => {
  it("exist, with the functions and arguments that they name", () => {
    const commands = blocks.filter(isShell).flatMap(commandsOf);
    expect(commands.length).toBeGreaterThan(50);
    expect(wrong(commands)).toEqual([]);
  });

  it("exist inside sentences, too", () => {
    const commands = pages.flatMap((document) =>
      [...textOf(document).matchAll(INLINE)].map(([, text = ""]) => ({
        at: document,
        text: text.replaceAll(/\s+/g, " "),
      })),
    );
    expect(commands.length).toBeGreaterThan(20);
    expect(wrong(commands)).toEqual([]);
  });

  it.each([
    ["npm run speed", "package.json has no script speed"],
    ["npx convex run billing:instal", "convex/billing.ts exports no instal"],
    ["npx convex run bill:install", "there is no file convex/bill.ts"],
    [
      `npx convex run --component billing lifecycle/reprocess:reprocess '{"customerID":"ana"}'`,
      "lifecycle/reprocess:reprocess has no argument customerID",
    ],
    ["npx convex push", "npx convex has no command push"],
    ["npx convex env set --prod BILLING_MOOD live", "nothing reads the variable BILLING_MOOD"],
    ["npm install autumn", "autumn is no dependency"],
    ["npm pack --workspace billing", "billing is no workspace"],
    ["PORT=1 tsx scripts/none.ts", "there is no file scripts/none.ts"],
  ])("would be refused if wrong: %s", (text, reason) => {
    expect(refuseCommand(text)).toBe(reason);
  });
});

describe("the files that the documents name", () => {
  it("exist", () => {
    const named = pages.flatMap((document) =>
      [...textOf(document).matchAll(PATH)].map(([, path = ""]) => ({ document, path })),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ path }) => !existsSync(path))).toEqual([]);
  });
});

describe("the JSON of the documents", () => {
  it("can be parsed", () => {
    const json = blocks.filter(({ language }) => language === "json");
    expect(json).not.toEqual([]);
    for (const { text } of json) expect(() => JSON.parse(text) as unknown).not.toThrow();
  });
});
