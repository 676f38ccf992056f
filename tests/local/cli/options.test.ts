import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeAddresses } from "../../../packages/convex-local/cli/env-local";
import { writeStubs } from "../../../packages/convex-local/cli/generated";
import { readDevOptions, UsageError } from "../../../packages/convex-local/cli/options";

function projectWith(files: Record<string, string>): string {
  const project = mkdtempSync(join(tmpdir(), "project-"));
  mkdirSync(join(project, "convex"));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(project, path), text);
  return project;
}

describe("the options of convex-local dev", () => {
  it("have defaults", () => {
    const project = projectWith({});
    expect(readDevOptions([], project)).toEqual({
      project,
      functions: join(project, "convex"),
      dataDir: join(project, ".convex-local"),
      port: 3210,
      env: {},
      once: false,
    });
  });

  it("take variables from files, and --env over them", () => {
    const project = projectWith({
      "one.env": `# comment\nKEY="a\\nb"\nMODE=file\n`,
      "two.env": "TWO=2",
      "convex.json": `{ "functions": "convex/" }`,
    });
    const args = ["--env-file", "one.env", "--env", "MODE=a=b", "--env-file", "two.env"];
    const { env, functions } = readDevOptions(args, project);
    expect(env).toEqual({ KEY: "a\nb", MODE: "a=b", TWO: "2" });
    expect(functions).toBe(join(project, "convex"));
  });

  it.each([
    [["--port", "70000"], "--port 70000 is not a port: give a number from 0 to 65534."],
    [["--port", "x"], "--port x is not a port"],
    [["--env", "NAME"], "--env NAME: write NAME=VALUE."],
    [["--env-file", "none.env"], "there is no file"],
    [["--functions", "nowhere"], "Write your functions there first."],
    [["--prot", "1"], "Unknown option '--prot'"],
    [["vite"], "See convex-local --help."],
  ])("refuse %j", (args, message) => {
    const read = () => readDevOptions(args, projectWith({}));
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
  });
});

describe(".env.local", () => {
  const urls = { url: "http://127.0.0.1:1", siteUrl: "http://127.0.0.1:2" };
  const after = (project: string) => readFileSync(join(project, ".env.local"), "utf8");

  it("gets the addresses, in the names that the bundler passes on", () => {
    const vite = projectWith({});
    const next = projectWith({ "package.json": `{ "dependencies": { "next": "16" } }` });
    expect(writeAddresses(vite, urls)).toEqual([
      "Wrote CONVEX_URL, VITE_CONVEX_URL, VITE_CONVEX_SITE_URL to .env.local.",
    ]);
    expect(after(vite)).toBe(
      "CONVEX_URL=http://127.0.0.1:1\nVITE_CONVEX_URL=http://127.0.0.1:1\n" +
        "VITE_CONVEX_SITE_URL=http://127.0.0.1:2\n",
    );
    writeAddresses(next, urls);
    expect(after(next)).toContain("NEXT_PUBLIC_CONVEX_URL=http://127.0.0.1:1\n");
  });

  it("gets the addresses that are missing, and is not written again", () => {
    const project = projectWith({ ".env.local": "OTHER=1\nCONVEX_URL=http://127.0.0.1:1" });
    expect(writeAddresses(project, urls)).toEqual([
      "Wrote VITE_CONVEX_URL, VITE_CONVEX_SITE_URL to .env.local.",
    ]);
    const text = after(project);
    expect(text.startsWith("OTHER=1\nCONVEX_URL=http://127.0.0.1:1\nVITE_")).toBe(true);
    expect(writeAddresses(project, urls)).toEqual([]);
    expect(after(project)).toBe(text);
  });

  it.each(["CONVEX_URL", "VITE_CONVEX_URL", "VITE_CONVEX_SITE_URL"])(
    "gets none of them beside %s of another deployment",
    (name) => {
      const project = projectWith({ ".env.local": `${name}=https://cloud\n` });
      expect(writeAddresses(project, urls)).toEqual([
        `Wrote nothing to .env.local, where ${name} is https://cloud. To use this backend, set there:`,
        "  CONVEX_URL=http://127.0.0.1:1",
        "  VITE_CONVEX_URL=http://127.0.0.1:1",
        "  VITE_CONVEX_SITE_URL=http://127.0.0.1:2",
      ]);
      expect(after(project)).toBe(`${name}=https://cloud\n`);
    },
  );
});

describe("the first scripts of _generated", () => {
  it("do not replace those of a project", () => {
    const project = projectWith({});
    mkdirSync(join(project, "convex/_generated"));
    const typed = join(project, "convex/_generated/server.ts");
    writeFileSync(typed, "own");
    writeStubs(join(project, "convex"));
    const scripts = ["api.js", "server.js"].map((name) => {
      try {
        return readFileSync(join(project, "convex/_generated", name), "utf8");
      } catch {
        return null;
      }
    });
    expect(scripts).toEqual([expect.stringContaining("anyApi"), null]);
  });
});
