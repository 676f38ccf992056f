import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseEnv } from "../../src/env";
import { nameDeployment } from "../../scripts/site";

const ADDRESSES = { url: "http://127.0.0.1:3210", siteUrl: "http://127.0.0.1:3211" };

describe("nameDeployment", () => {
  it("tells the page its deployment, over whatever the build said", () => {
    const page = nameDeployment(readFileSync("index.html", "utf8"), ADDRESSES);
    const named = /<meta name="spotlight-env" content="([^"]*)"/.exec(page)?.[1] ?? "";
    expect(parseEnv(named, { VITE_CONVEX_URL: "https://built.example" })).toMatchObject({
      convexUrl: ADDRESSES.url,
      convexSiteUrl: ADDRESSES.siteUrl,
    });
  });
});
