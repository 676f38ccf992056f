import { beforeAll, describe, expect, it } from "vitest";
import { compile } from "./app";
import { blocksOf, documents } from "./blocks";

const MISTAKES = `
\`\`\`ts
import { defineCatalog } from "@spotlight/billing";
defineCatalog({
  currency: "usd",
  features: { calls: { name: "Calls", type: "single_use", low_balances: 5 } },
  products: {},
});
\`\`\`

\`\`\`ts
await billing.gate(ctx, who, { featureId: "upload", key: uploadId });
\`\`\`

\`\`\`tsx
<PricingTable />;
\`\`\`
`;

let errors: string[];

beforeAll(async () => {
  const real = documents().flatMap((document) => blocksOf(document));
  const blocks = real.filter(({ language }) => /^tsx?$/.test(language));
  expect(blocks.length).toBeGreaterThan(20);
  errors = await compile([...blocks, ...blocksOf("mistakes.md", MISTAKES)]);
});

describe("the TypeScript of the documents", () => {
  it("compiles", () => {
    expect(errors.filter((error) => !error.startsWith("mistakes.md"))).toEqual([]);
  });

  it("would not compile with a misspelt field or id, or without an import", () => {
    const found = errors.filter((error) => error.startsWith("mistakes.md"));
    expect(new Set(found.map((error) => error.split(":").slice(0, 2).join(":")))).toEqual(
      new Set([
        "mistakes.md:6 error TS2561",
        "mistakes.md:12 error TS2820",
        "mistakes.md:16 error TS2304",
      ]),
    );
  });
});
