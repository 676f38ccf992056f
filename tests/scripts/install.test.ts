import { describe, expect, it } from "vitest";
import { installNeeded } from "../../scripts/install.mjs";

const WANTED = {
  "": { version: "0.1.0" },
  "node_modules/vite": { version: "8.3.8" },
  "node_modules/fsevents": { version: "2.3.3", optional: true },
};

describe("installNeeded", () => {
  it.each([
    ["nothing is there", {}, true],
    ["a package is missing", { "node_modules/fsevents": { version: "2.3.3" } }, true],
    ["a package has another version", { "node_modules/vite": { version: "8.3.7" } }, true],
    [
      "an optional package has another version",
      { "node_modules/vite": { version: "8.3.8" }, "node_modules/fsevents": { version: "2.3.2" } },
      true,
    ],
    ["only an optional package is missing", { "node_modules/vite": { version: "8.3.8" } }, false],
    [
      "everything is there",
      { "node_modules/vite": { version: "8.3.8" }, "node_modules/fsevents": { version: "2.3.3" } },
      false,
    ],
  ])("when %s", (_, installed, needed) => {
    expect(installNeeded(WANTED, installed)).toBe(needed);
  });
});
