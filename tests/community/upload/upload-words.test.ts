import { describe, expect, it } from "vitest";
import type { UploadItem, UploadStep } from "../../../src/community/upload/upload-queue";
import { describeStep, formatBytes } from "../../../src/community/upload/upload-words";

const item = (step: UploadStep, title = "Swell"): UploadItem => ({
  ...{ id: "a", name: "a.png", bytes: 1000, title, alt: "", media: null },
  ...{ storageId: null, attempts: 0, step },
});

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
    [{ status: "refused", message: "Larger than 10 MB." }, "Larger than 10 MB."],
  ])("says where a file is: %o", (step, words) => {
    expect(describeStep(item(step), "online")).toBe(words);
  });

  it("says what a queued file waits for", () => {
    expect(describeStep(item({ status: "queued" }), "offline")).toContain(
      "Waiting for the network",
    );
  });

  it("asks for a title", () => {
    expect(describeStep(item({ status: "ready" }, " "), "online")).toContain("title");
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
