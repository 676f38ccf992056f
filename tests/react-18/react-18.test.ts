import { version } from "react";
import { version as domVersion } from "react-dom";
import { expect, it } from "vitest";

it("React 18 is the version of this run", () => {
  expect([version, domVersion]).toEqual(["18.2.0", "18.2.0"]);
});
