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
    ["a grid shows the small poster", "image/jpeg", "poster", "hanging", "poster"],
    ["an opened work shows the original", "image/jpeg", "poster", "open", "own"],
    ["a small picture has no poster", "image/jpeg", "", "hanging", "own"],
    ["a grid shows a common type", "image/heic", "preview", "hanging", "preview"],
    ["the original has a rare type", "image/heic", "preview poster", "open", "preview"],
    ["without a preview the browser may support it", "image/heic", "", "open", "own"],
    ["an animation plays on hover or focus", "image/gif", "poster", "hanging", "own"],
    ["a video plays on hover or focus", "video/mp4", "poster", "hanging", "own"],
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
