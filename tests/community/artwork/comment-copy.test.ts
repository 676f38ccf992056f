import { describe, expect, it } from "vitest";
import { partsOf } from "../../../src/community/artwork/comment-copy";
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
});
