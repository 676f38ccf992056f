import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { keepLinks, linkSections } from "../scripts/build-docs";
import { LLMS_PATH, writeLlms } from "../scripts/llms";

describe("llms.txt", () => {
  it("is what `npm run llms` writes", () => {
    expect(readFileSync(LLMS_PATH, "utf8")).toBe(writeLlms());
  });

  it("says of each export what it is for", () => {
    const exported = writeLlms().match(/^- `\w+`.*$/gm) ?? [];
    expect(exported.length).toBeGreaterThan(35);
    expect(exported.filter((line) => !/^- `\w+`: \S/.test(line))).toEqual([]);
  });
});

describe("documents in the package", () => {
  it("keep links to each other, and lose those to what stays in the repository", () => {
    const text =
      "See [errors](errors.md#fetch_failed), [why](adr/0075-x.md), ![a](x.jpg), [site](https://a.b), [below](#here).";
    expect(keepLinks(text, "docs/adopting.md", (path) => path === "docs/errors.md")).toBe(
      "See [errors](errors.md#fetch_failed), why, ![a](x.jpg), [site](https://a.b), [below](#here).",
    );
  });

  it("lead from a reference to its section of the specification", () => {
    const specification = "# S\n\n## 4. States and transitions\n\n## 7. The calls\n";
    const linked = linkSections('x §4\nSpec §4 and §7, "a"\nSpec §9', specification, "../s.md");
    expect(linked).toBe(
      'x §4\nSpec [§4](../s.md#4-states-and-transitions) and [§7](../s.md#7-the-calls), "a"\nSpec §9',
    );
  });
});
