import { describe, expect, it } from "vitest";
import { nodeProblem } from "../../scripts/node-version.mjs";

describe("nodeProblem", () => {
  it.each(["20.19.0", "20.20.2", "22.13.0", "22.20.1", "24.0.0", "25.1.0"])(
    "accepts Node %s",
    (version) => expect(nodeProblem(version)).toBeNull(),
  );

  it.each(["8.17.0", "18.20.4", "20.18.3", "21.7.3", "22.12.0", "23.11.0"])(
    "refuses Node %s, with its name, the lowest version, and where to get another",
    (version) => {
      const problem = nodeProblem(version) ?? "";
      expect(problem).toContain(version);
      expect(problem).toContain("20.19");
      expect(problem).toContain("https://nodejs.org");
    },
  );
});
