import { version } from "react";
import { version as domVersion } from "react-dom";
import { expect, it } from "vitest";

it("is what the tests of this project run with", () => {
  expect([version, domVersion]).toEqual(["18.2.0", "18.2.0"]);
});
