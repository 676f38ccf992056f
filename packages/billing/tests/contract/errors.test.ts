import { v } from "convex/values";
import { describe, expect, it } from "vitest";
import { validate } from "../../src/contract/validate";
import { BILLING_ERROR_CODES, fail, ok, vResult } from "../../src/contract/errors";

describe("the response envelope", () => {
  it("holds data or an error, and a status", () => {
    expect(ok(7)).toEqual({ data: 7, error: null, statusCode: 200 });
    expect(ok(null, 201)).toEqual({ data: null, error: null, statusCode: 201 });
    const error = { code: "not_found", message: "Nothing here" };
    expect(fail("not_found", "Nothing here")).toEqual({
      data: null,
      error,
      statusCode: 400,
    });
    expect(fail("not_found", "Nothing here", 404).statusCode).toBe(404);
  });

  it.each([
    [ok(7), true],
    [fail("not_found", "Nothing here"), true],
    [{ data: null, error: { code: "of a remote provider", message: "" } }, true],
    [ok("7"), false],
    [{ data: 7 }, false],
    [{ data: null, error: { code: "not_found" } }, false],
    [{ ...ok(7), more: 1 }, false],
  ])("is validated as such: %j", (value, fits) => {
    expect(validate(vResult(v.number()), value).ok).toBe(fits);
  });

  it("lists no code twice", () => {
    expect(new Set(BILLING_ERROR_CODES).size).toBe(BILLING_ERROR_CODES.length);
  });
});
