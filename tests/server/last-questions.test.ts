import { expect, it } from "vitest";
import { LastQuestions } from "../../src/server/last-questions";

it("keeps the questions of the addresses that were rendered last", () => {
  const last = new LastQuestions();
  const addresses = Array.from({ length: 201 }, (_, index) => `/a/${index}`);
  for (const address of addresses.slice(0, 200)) last.keep(address, new Map());
  last.keep("/a/0", new Map());
  last.keep("/a/200", new Map());
  expect(addresses.filter((address) => !last.find(address))).toEqual(["/a/1"]);
  last.forget("/a/2");
  expect(addresses.filter((address) => !last.find(address))).toEqual(["/a/1", "/a/2"]);
});
