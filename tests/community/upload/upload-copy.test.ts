import { describe, expect, it } from "vitest";
import { formatBytes } from "../../../src/community/file-copy";
import type { UploadItem, UploadStep } from "../../../src/community/upload/upload-item";
import { describeStep, percentOfAll } from "../../../src/community/upload/upload-copy";
import { PNG, itemAt } from "./upload-samples";

const item = (step: UploadStep, title = "Swell") => itemAt(step, { title });
const READY = { status: "ready" } as const;
const HUNG = { status: "published", artworkId: "work" as never } as const;
const jpegOf = (bytes: number) => new Blob(["x".repeat(bytes)], { type: "image/jpeg" });
const HEIC = { ...PNG, type: "image/heic", preview: jpegOf(1000) } as const;

describe("describeStep", () => {
  it.each<[UploadStep, string]>([
    [{ status: "reading" }, "Reading"],
    [{ status: "queued" }, "Queued"],
    [
      { status: "sending", sentBytes: 640, elapsedMs: 16_000 },
      "Uploading, 64%. About 9 seconds left.",
    ],
    [{ status: "sending", sentBytes: 0, elapsedMs: 0 }, "Uploading, 0%."],
    [
      { status: "sending", sentBytes: 900, elapsedMs: 9_000 },
      "Uploading, 90%. About 1 second left.",
    ],
    [
      { status: "sending", sentBytes: 100, elapsedMs: 12_000 },
      "Uploading, 10%. About 108 seconds left: at this speed it may not arrive within the limit of two minutes.",
    ],
    [{ status: "refused", message: "Larger than 10 MB." }, "Larger than 10 MB."],
  ])("describes the step of a file: %o", (step, words) => {
    expect(describeStep(item(step), "online")).toBe(words);
  });

  it("says what a queued file waits for", () => {
    expect(describeStep(item({ status: "queued" }), "offline")).toContain(
      "Waiting for the network",
    );
  });

  it.each<[Partial<UploadItem>, UploadStep, string]>([
    [{ media: { ...PNG, hasPlace: true } }, READY, "Its GPS position is left out."],
    [
      { media: { ...HEIC, thumbnailUrl: null } },
      READY,
      "This browser cannot show HEIC. The original is safe.",
    ],
    [{}, HUNG, "Uploaded. We keep your original and remove its metadata."],
    [
      { media: HEIC },
      HUNG,
      "Uploaded. The preview was converted from HEIC. Your original is kept.",
    ],
    [
      { media: { ...PNG, hasPlace: true }, keepsPlace: true },
      HUNG,
      "We keep your original and its GPS location, and remove other metadata.",
    ],
    [{ media: PNG, keepsPlace: true }, HUNG, "We keep your original and remove its metadata."],
    [
      { publishesAs: "draft" },
      HUNG,
      "Saved as a draft. We keep your original and remove its metadata.",
    ],
    [{}, { status: "denied", need: "storage_gb" }, "No storage left on your plan."],
    [{ media: { ...PNG, width: 4097 } }, { status: "denied", need: "hd_upload" }, "Larger than 4K"],
    [
      { media: { ...PNG, dynamicRange: "high" } },
      { status: "denied", need: "hd_upload" },
      "HDR, which your plan does not include. Without HDR it would fit. The file stays here.",
    ],
  ])("says what happens to the file: %j", (changes, step, words) => {
    expect(describeStep(itemAt(step, changes), "online")).toContain(words);
  });

  it("does not mention a location that the artist wants to share", () => {
    const kept = itemAt(READY, { media: { ...PNG, hasPlace: true }, keepsPlace: true });
    expect(describeStep(kept, "online")).toBe("Ready to publish.");
  });

  it("requires a title", () => {
    expect(describeStep(item({ status: "ready" }, " "), "online")).toContain("title");
  });
});

describe("percentOfAll", () => {
  const half = { status: "sending", sentBytes: 1000, elapsedMs: 1 } as const;

  it("counts files with their renditions, and leaves out files before Publish", () => {
    const items = [itemAt(half, { media: HEIC }), itemAt(HUNG, { bytes: 2000 }), itemAt(READY)];
    expect(percentOfAll(items)).toBe(75);
  });

  it("is null without an upload", () => {
    expect(percentOfAll([itemAt(HUNG), itemAt(READY)])).toBeNull();
  });
});

describe("formatBytes", () => {
  it.each([
    [1, "1 KB"],
    [1_048_575, "1024 KB"],
    [1_048_576, "1.0 MB"],
    [8_808_038, "8.4 MB"],
  ])("writes %i as %s", (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
