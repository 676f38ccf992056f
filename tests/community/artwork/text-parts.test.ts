import { describe, expect, it } from "vitest";
import { partsOf } from "../../../src/community/artwork/text-parts";
import { describeAge } from "../../../src/shared/age";

describe("describeAge", () => {
  it.each([
    [59, "just now"],
    [60, "1 min. ago"],
    [3599, "59 min. ago"],
    [3600, "1 hr. ago"],
    [86_400, "1 day ago"],
    [-5, "just now"],
  ])("describes %s seconds as %s", (seconds, expected) => {
    expect(describeAge(1_000_000, 1_000_000 + seconds * 1000)).toBe(expected);
  });
});

describe("partsOf", () => {
  const linked = (text: string, mentions: string[]) =>
    partsOf(text, mentions).map(({ kind, text: part }) => (kind === "person" ? `[${part}]` : part));

  it.each([
    ["Look, @hana.novak!", ["hana.novak"], ["Look, ", "[@hana.novak]", "!"]],
    [
      "A stop belongs to the text: @hana.",
      ["hana"],
      ["A stop belongs to the text: ", "[@hana]", "."],
    ],
    ["@Hana is @hana", ["hana"], ["[@Hana]", " is ", "[@hana]"]],
    ["Nobody is @nobody", [], ["Nobody is ", "@nobody"]],
    ["mail a@hana.de", ["hana.de"], ["mail a@hana.de"]],
  ])("splits %j at the mentions", (text, mentions, expected) => {
    expect(linked(text, mentions)).toEqual(expected);
  });

  it.each([
    ["See https://a.example/b?c=1#d.", "[https://a.example/b?c=1#d]", "."],
    ["(http://a.example/x)", "[http://a.example/x]", ")"],
    ["https://en.example/Ink_(pen)", "[https://en.example/Ink_(pen)]", ""],
    ["No javascript:alert(1) here", "", "No javascript:alert(1) here"],
    ["No data:text/html,x and no //a.example", "", "No data:text/html,x and no //a.example"],
    ["Ink is #ink-wash, #Über", "[#ink-wash][#Über]", ", "],
    ["C# and &#39; and a/#b stay", "", "C# and &#39; and a/#b stay"],
  ])("links addresses and tags in %j", (text, links, words) => {
    const parts = partsOf(text, []);
    const shown = parts.filter(({ kind }) => kind !== "words").map((part) => `[${part.text}]`);
    expect(shown.join("")).toBe(links);
    expect(parts.map((part) => part.text).join("")).toBe(text);
    expect(
      parts.filter(({ kind }) => kind === "words").some((part) => part.text.includes(words)),
    ).toBe(words !== "");
  });
});
