import { v } from "convex/values";
import { describe, expect, it } from "vitest";
import { readQueryString, writeQueryString } from "../../src/contract/queryString";

const fields = {
  limit: v.optional(v.number()),
  all: v.optional(v.boolean()),
  expand: v.optional(v.array(v.string())),
  search: v.optional(v.string()),
};
const read = (query: string) => readQueryString(fields, new URLSearchParams(query));

describe("writeQueryString", () => {
  it.each([
    [{}, ""],
    [{ a: undefined, b: null, c: "", d: [] }, ""],
    [{ limit: 0, all: false, search: "a&b =c" }, "?limit=0&all=false&search=a%26b+%3Dc"],
    [{ expand: ["invoices", "entities"] }, "?expand=invoices%2Centities"],
  ])("writes %j as %j", (said, text) => {
    expect(writeQueryString(said)).toBe(text);
  });

  it("writes what is read back unchanged", () => {
    const said = { limit: -2.5, all: true, expand: ["a", "b"], search: "x y" };
    expect(read(writeQueryString(said))).toEqual(said);
  });
});

describe("readQueryString", () => {
  it.each([
    ["limit=10&search=10", { limit: 10, search: "10" }],
    ["limit=-1.25", { limit: -1.25 }],
    ["all=true", { all: true }],
    ["all=false", { all: false }],
    ["expand=invoices,entities", { expand: ["invoices", "entities"] }],
    ["expand=invoices%2Centities", { expand: ["invoices", "entities"] }],
    ["expand=invoices,,entities,", { expand: ["invoices", "entities"] }],
    ["", {}],
  ])("reads %j", (query, values) => {
    expect(read(query)).toEqual(values);
  });

  it("leaves out empty values, as other clients send them", () => {
    expect(read("limit=&search=&expand=")).toEqual({});
  });

  it.each(["limit=ten", "limit=1e3", "limit=0x10", "all=1", "other=1", "toString=1"])(
    "leaves %j a string, for the validator to refuse",
    (query) => {
      const [name = "", text] = query.split("=");
      expect(read(query)).toEqual({ [name]: text });
    },
  );
});
