import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { choiceProblem, keepChoices } from "../../scripts/choices";
import { signingKeys } from "../../scripts/keys";
import type { Choices } from "../../scripts/settings";

const EMBEDDED: Choices = { identity: "embedded", billing: "embedded" };
const CLERK: Choices = { identity: "clerk", billing: "embedded" };
const REMOTE: Choices = { identity: "embedded", billing: "remote" };

let dataDir: string;
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), "choices "))));
afterEach(() => rmSync(dataDir, { recursive: true }));

describe("choiceProblem", () => {
  it.each([EMBEDDED, CLERK, REMOTE])("accepts the same choices: %o", (choices) =>
    expect(choiceProblem(choices, { ...choices }, ".local")).toBeNull(),
  );

  it.each([
    [EMBEDDED, CLERK, "VITE_CLERK_PUBLISHABLE_KEY"],
    [CLERK, EMBEDDED, "VITE_CLERK_PUBLISHABLE_KEY"],
    [EMBEDDED, REMOTE, "AUTUMN_SECRET_KEY"],
    [REMOTE, EMBEDDED, "AUTUMN_SECRET_KEY"],
  ])("says for %o, then %o, which variable to restore", (made, wanted, variable) => {
    const problem = choiceProblem(made, wanted, ".local");
    expect(problem).toContain(`put ${variable} back`);
    expect(problem).toContain("DATA_DIR=");
  });
});

describe("keepChoices", () => {
  it("refuses choices that differ from the folder's, and changes nothing", () => {
    keepChoices(dataDir, EMBEDDED);
    const before = readFileSync(join(dataDir, "choices.json"), "utf8");
    expect(() => keepChoices(dataDir, CLERK)).toThrow("Clerk");
    expect(readFileSync(join(dataDir, "choices.json"), "utf8")).toBe(before);
    expect(() => keepChoices(dataDir, EMBEDDED)).not.toThrow();
  });
});

describe("signingKeys", () => {
  it("creates them once, readable by the owner only, so that sessions survive a restart", async () => {
    const first = await signingKeys(dataDir);
    expect(await signingKeys(dataDir)).toEqual(first);
    expect(statSync(join(dataDir, "signing-keys.json")).mode & 0o777).toBe(0o600);
  });

  it("publishes the public half only", async () => {
    const { jwks } = await signingKeys(dataDir);
    const set: unknown = JSON.parse(Buffer.from(jwks.split(",")[1] ?? "", "base64").toString());
    expect(set).toMatchObject({ keys: [{ kty: "EC", crv: "P-256", alg: "ES256" }] });
    expect(JSON.stringify(set)).not.toContain('"d"');
  });
});
