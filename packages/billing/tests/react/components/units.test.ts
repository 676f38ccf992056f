import { describe, expect, it } from "vitest";
import { countUnits, nameItemUnits, nameUnits } from "../../../src/react/components/units";
import { WORDS } from "../words";

const display = { singular: "credit", plural: "credits" };
const feature = (id: string) => ({
  id,
  name: "Credits",
  type: "credit_system" as const,
  archived: false,
});
const named = { feature_id: "credits", feature: { ...feature("credits"), display } };

describe("the names of units", () => {
  it.each([
    [1, "credit"],
    [0, "credits"],
    [-1, "credits"],
    [0.5, "credits"],
    [2, "credits"],
  ])("of %s is %s", (units, name) => {
    expect(nameUnits(display, units)).toBe(name);
    expect(nameItemUnits(named, units)).toBe(name);
  });

  it("are the feature's name, or its id, where the catalogue names no units", () => {
    expect(nameItemUnits({ feature_id: "credits", feature: feature("credits") }, 1)).toBe(
      "Credits",
    );
    expect(nameItemUnits({ feature_id: "credits", feature: null }, 2)).toBe("credits");
    expect(nameItemUnits({ feature_id: null, feature: null }, 2)).toBe("");
    expect(countUnits(named, 1200, WORDS)).toBe("1,200 credits");
  });
});
