import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { BROWSER_MISTAKES, SERVER_MISTAKES } from "../../packages/billing/tests/mistakes";

it("README.md says of every mistake what a developer sees, in the same words", () => {
  const readme = readFileSync("packages/billing/README.md", "utf8");
  const [, section = ""] = readme.split("## When something is wrong");
  const [table = ""] = section.split("\n## ");
  const seen = [...table.matchAll(/^\| (?!You see|-)(.+?) +\| \S/gm)].map(([, message]) => message);
  expect(seen).toEqual([...Object.values(SERVER_MISTAKES), ...Object.values(BROWSER_MISTAKES)]);
});
