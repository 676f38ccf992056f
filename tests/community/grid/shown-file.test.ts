import { describe, expect, it } from "vitest";
import { placeholderOf, sourceOf, stillOf } from "../../../src/community/grid/shown-file";
import { cardOf } from "../cards";

/** A file with all or some renditions. */
const file = (
  mediaType: Parameters<typeof sourceOf>[0]["mediaType"],
  standIns = "preview poster",
) => ({
  ...{ url: "own", mediaType, thumbhash: null },
  previewUrl: standIns.includes("preview") ? "preview" : null,
  posterUrl: standIns.includes("poster") ? "poster" : null,
});

describe("sourceOf", () => {
  it.each([
    ["a grid hangs the small still", "image/jpeg", "poster", "hanging", "poster"],
    ["who opens a work sees the original", "image/jpeg", "poster", "open", "own"],
    ["a small picture has no still", "image/jpeg", "", "hanging", "own"],
    ["a grid hangs what every browser shows", "image/heic", "preview", "hanging", "preview"],
    ["the original is one that few show", "image/heic", "preview poster", "open", "preview"],
    ["a browser may still know it", "image/heic", "", "open", "own"],
    ["an animation moves when it is attended to", "image/gif", "poster", "hanging", "own"],
    ["a video plays when it is attended to", "video/mp4", "poster", "hanging", "own"],
    ["few browsers play the original", "video/quicktime", "preview poster", "hanging", "preview"],
    ["few browsers play the original", "video/x-matroska", "preview poster", "open", "preview"],
  ] as const)("%s: for %s with %j, %s, it is %j", (_why, mediaType, standIns, look, expected) => {
    expect(sourceOf(file(mediaType, standIns), look)).toBe(expected);
  });
});

describe("stillOf", () => {
  it.each([
    ["image/jpeg", "poster", "poster"],
    ["image/heic", "preview", "preview"],
    ["image/png", "", "own"],
    ["video/mp4", "poster", "poster"],
    ["video/quicktime", "preview", null],
  ] as const)("for %s with %j is %j", (mediaType, standIns, expected) => {
    expect(stillOf(file(mediaType, standIns))).toBe(expected);
  });
});

describe("placeholderOf", () => {
  const blurred = cardOf("Swell", { thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI" });

  it("is a blur of a few pixels, or nothing", () => {
    expect(placeholderOf(blurred, "hanging")).toMatch(/^url\(data:image\/png;base64,/);
    expect(placeholderOf(cardOf("Swell", { thumbhash: null }), "hanging")).toBeUndefined();
  });

  it("is the grid's poster when a work is opened", () => {
    expect(placeholderOf({ ...blurred, posterUrl: "poster" }, "open")).toBe('url("poster")');
  });
});
