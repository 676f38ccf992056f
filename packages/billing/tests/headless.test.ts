import { join } from "node:path";
import { expect, it } from "vitest";
import * as headless from "../src/react/headless";
import * as withLooks from "../src/react/index";
import { bundleForNative } from "./native-bundle";

const ENTRY = join(import.meta.dirname, "../src/react/headless.ts");

it.each([["react-native"], ["browser"]])(
  "bundles with the condition %s, without a DOM library, icons or styles",
  async (condition) => {
    const { outputFiles } = await bundleForNative(ENTRY, [condition]);
    expect(outputFiles.map(({ text }) => text.includes("useCustomer"))).toEqual([true]);
  },
);

it("would notice a look", async () => {
  const looks = join(import.meta.dirname, "../src/react/index.ts");
  await expect(bundleForNative(looks, ["react-native"])).rejects.toThrow(/billing-portal\.css/);
});

it("is part of the entry with looks, so an app that uses both has one of each", () => {
  const exported: Record<string, unknown> = headless;
  const all: Record<string, unknown> = withLooks;
  expect(Object.keys(exported).filter((name) => all[name] !== exported[name])).toEqual([]);
});

it("has every hook", () => {
  const hooks = Object.keys(withLooks).filter((name) => /^(use|createBillingHooks)/.test(name));
  expect(hooks.filter((name) => !(name in headless))).toEqual([]);
});
