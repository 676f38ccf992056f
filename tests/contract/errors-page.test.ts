import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BILLING_ERROR_CODES } from "../../packages/billing/src/contract/errors";

const sections = readFileSync("docs/errors.md", "utf8").split(/^### /m).slice(1);
const codeOf = (section: string) => section.slice(0, section.indexOf("\n"));

describe("docs/errors.md", () => {
  it("has one section for every code, in the order of the contract, and no other", () => {
    expect(sections.map(codeOf)).toEqual(BILLING_ERROR_CODES);
  });

  it.each(sections.map((section) => [codeOf(section), section]))(
    "explains the cause and the fix of %s",
    (_code, section) => {
      expect(section).toMatch(/^- Cause: \S.*[^]*^- Fix: \S/m);
    },
  );
});
