import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (file: string) => readFileSync(file, "utf8");
const unique = (names: Iterable<string>) => [...new Set(names)].sort();
const namesIn = (file: string, pattern: RegExp) =>
  [...read(file).matchAll(pattern)].map(([, name = ""]) => name);

/** Convex sets it. */
const GIVEN = "CONVEX_SITE_URL";

it(".env.example and docs/deploy.md have every variable that the code reads, and no other", () => {
  const variables = unique([
    ...namesIn("convex/convex.config.ts", /^ {4}([A-Z_]+): v\./gm),
    ...namesIn("src/env.ts", /"(VITE_\w+)"/g),
    ...namesIn("index.html", /%(VITE_\w+)%/g),
    ...namesIn("scripts/settings.ts", /"([A-Z][A-Z_]+)"/g),
    ...namesIn("scripts/browser.ts", /"(CHROME_PATH|PLAYWRIGHT_\w+)"/g),
  ]);
  const cells = namesIn("docs/deploy.md", /^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) +\|/gm);
  const documented = unique(cells.flatMap((cell) => cell.match(/[A-Z_]+/g) ?? []));
  expect(unique(namesIn(".env.example", /^# ([A-Z_]+)=/gm))).toEqual(variables);
  expect(documented.filter((name) => name !== GIVEN)).toEqual(variables);
});

it("the container and the workflow use the Node version of .nvmrc, and the project's own commands", () => {
  const version = read(".nvmrc").trim();
  const [image = "", workflow = ""] = ["Containerfile", ".github/workflows/test.yml"].map(read);
  const { engines, scripts, workspaces } = JSON.parse(read("package.json")) as {
    engines: { node: string };
    scripts: Record<string, string>;
    workspaces: string[];
  };
  expect(engines.node).toContain(`^${version}.`);
  expect(image).toContain(`FROM node:${version}-`);
  expect(image).toContain(`CMD ${JSON.stringify(scripts["start"]?.split(" ")).replace(",", ", ")}`);
  expect(workflow).toContain("node-version-file: .nvmrc");
  expect(workflow).toContain("- run: .ci/run\n");
  const lock = JSON.parse(read("package-lock.json")) as { packages: Record<string, object> };
  const manifests = Object.keys(lock.packages).filter((path) => /^(packages|tests)\//.test(path));
  expect(workspaces).toEqual(["packages/*", "tests/react-18"]);
  for (const path of manifests.filter((one) => !one.includes("node_modules")))
    expect(image).toContain(`COPY --chown=node ${path}/package.json ${path}/\n`);
});
