import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";

afterEach(() => document.head.replaceChildren());

describe("a name inside a sentence", () => {
  it.each(["a", "b", "cite", "q"])(
    "does not change the direction of the text beside it: in <%s>",
    (element) => {
      const style = document.createElement("style");
      // Only the rules: imports are elsewhere, and layers are not resolved here.
      style.textContent = readFileSync("packages/ui/src/base.css", "utf8")
        .replace(/@import[^;]*;/g, "")
        .replace(/@layer [\w.]+ \{(.*)\}/s, "$1");
      document.head.append(style);
      const name = document.createElement(element);
      name.textContent = "Ada\u202e gnp";
      document.body.append(name, " likes your work");
      expect(getComputedStyle(name).getPropertyValue("unicode-bidi")).toBe("isolate");
      document.body.replaceChildren();
    },
  );
});
