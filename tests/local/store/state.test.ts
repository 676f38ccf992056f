import { describe, expect, it } from "vitest";
import { fieldAt } from "../../../packages/convex-local/src/store/state";
import type { Doc } from "../../../packages/convex-local/src/store/state";

describe("the value at a path", () => {
  const doc: Doc = {
    ...{ _id: "id", _creationTime: 1 },
    ...{ own: { part: 2, nothing: null }, text: "x", list: [1], nothing: null },
  };

  it.each([
    ["_id", "id"],
    ["own", { part: 2, nothing: null }],
    ["own.part", 2],
    ["own.nothing", null],
    ["own.missing", undefined],
    ["missing.part", undefined],
    ["nothing.part", undefined],
    ["text.length", undefined],
    ["list.length", undefined],
    ["constructor", undefined],
  ])("%s is that of the document's own fields alone", (path, value) => {
    expect(fieldAt(doc, path)).toEqual(value);
  });
});
