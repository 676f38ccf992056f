import { describe, expect, it } from "vitest";
import { drawComponents, readComponents } from "./component-props";

const COMPONENTS = readComponents();
const propsNamed = (test: (name: string) => boolean) =>
  COMPONENTS.flatMap(({ name: of, props }) =>
    props.filter(({ name }) => test(name)).map(({ name }) => `${of}.${name}`),
  );

describe("the props of the exported components", () => {
  it("are found", () => {
    const names = COMPONENTS.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["PaywallDialog", "PricingTable", "UsageMeter"]));
    expect(propsNamed((name) => name === "target")).toEqual(["PaywallDialog.target"]);
  });

  it("all say what they are for", () => {
    const silent = COMPONENTS.flatMap(({ name: of, props }) =>
      props.filter(({ text }) => text === "").map(({ name }) => `${of}.${name}`),
    );
    expect(silent).toEqual([]);
  });

  it("name a feature, product or entity by its id, in one way", () => {
    expect(propsNamed((name) => /^(feature|productName|entity|seat|id)$/i.test(name))).toEqual([]);
  });

  it("are in the documentation as they are", async () => {
    await expect(drawComponents(COMPONENTS)).toMatchFileSnapshot("../../../docs/components.md");
  });
});
