import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { SENTENCES } from "../../src/language/de/sentences";
import { translateWith } from "../../src/language/de/translate-with";

/** The folders whose refusals users may see. Only operators call `demo` and `migrations`. */
const SERVER = ["convex/accounts", "convex/community", "convex/contract"];
const BILLING = ["packages/billing/src/component", "packages/billing/src/contract"];
const REFUSING = /^(refuse|missing|refuseFile|(refusals\.)?tooMany)$/;

const filesIn = (folders: readonly string[]) =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !path.includes("_generated"))
      .map((path) => readFileSync(join(folder, path), "utf8")),
  );

/** The sentences of the site server's refusals; `{}` stands for each value. */
function sentencesOf(text: string): string[] {
  const source = ts.createSourceFile("server.ts", text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  visit(source);
  return found;

  function visit(node: ts.Node): void {
    const { parent } = node;
    const isRefusal =
      (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) &&
      ((ts.isCallExpression(parent) && REFUSING.test(parent.expression.getText(source))) ||
        (ts.isPropertyAssignment(parent) &&
          /^(message|page|step|replaced)$/.test(parent.name.getText(source))) ||
        (ts.isVariableDeclaration(parent) && parent.name.getText(source) === "message"));
    if (isRefusal) {
      const sentence = ts.isTemplateExpression(node)
        ? node.templateSpans.reduce(
            (words, { literal }) => `${words}{}${literal.text}`,
            node.head.text,
          )
        : node.text;
      if (/^\S+ \S|^\S*\{\}/.test(sentence)) found.push(sentence);
    }
    ts.forEachChild(node, visit);
  }
}

const said = [...new Set(filesIn(SERVER).flatMap(sentencesOf))];
const german = translateWith(SENTENCES);
const known = Object.keys(SENTENCES);
const withoutNames = (english: string) => english.replaceAll(/\{\w+\}/g, "{}");

describe("the sentences of the server", () => {
  it.each(said)("are translated with their values: %s", (sentence) => {
    const value = "2718";
    const translated = german(sentence.replaceAll("{}", value));
    expect(translated).not.toBe(sentence.replaceAll("{}", value));
    expect(translated.split(value)).toHaveLength(sentence.split("{}").length);
  });

  it.each(known)("are in the source: %s", (english) => {
    const source = [...filesIn(SERVER), ...filesIn(BILLING)].join("\n");
    const longest = english
      .split(/\{\w+\}(?: is)?|seconds?$|minutes$|hours$/)
      .sort((a, b) => b.length - a.length)[0];
    expect(
      said.includes(withoutNames(english)) || source.includes((longest ?? english).trim()),
    ).toBe(true);
  });

  it.each(Object.entries(SENTENCES))("have the same places: %s", (english, translated) => {
    const places = (text: string) =>
      [...text.matchAll(/\{(\w+)\}/g)].map(([, place]) => place).sort();
    expect(places(translated)).toEqual(places(english));
  });
});

describe("translateWith", () => {
  it("translates values that are sentences too, and leaves the unknown as it is", () => {
    expect(german("Too many attempts. Try again in 40 seconds")).toBe(
      "Zu viele Versuche. Versuch es in 40 Sekunden wieder",
    );
    expect(german("You can block at most 500 people")).toBe(
      "Du kannst höchstens 500 Personen blockieren",
    );
    expect(german("Something else")).toBe("Something else");
  });
});
