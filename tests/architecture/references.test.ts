import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { filesUnder } from "../../packages/billing/scripts/files";

const FOLDERS = ["convex", "src", "scripts", "packages/billing/src", "packages/convex-local/src"];
const SPECIFICATION = readFileSync("docs/specification.md", "utf8");

/** All references in the `@see` tags of a file. */
function referencesIn(text: string): string[] {
  const comments = text.match(/\/\*\*.*?\*\//gs) ?? [];
  return comments.flatMap((comment) =>
    comment
      .replaceAll(/^\s*\/?\*+\/?/gm, "")
      .replaceAll(/\s+/g, " ")
      .split("@see ")
      .slice(1)
      .map((tail) => tail.replace(/ (@\w|\*\/).*$/s, "").trim()),
  );
}

const references = FOLDERS.flatMap((folder) =>
  filesUnder(folder, /(?<!\.d)\.tsx?$/).flatMap((path) =>
    referencesIn(readFileSync(`${folder}/${path}`, "utf8")).map((see) => [
      see,
      `${folder}/${path}`,
    ]),
  ),
);

/** Headings and bold terms, which a reader would search for. */
const namesIn = (text: string) =>
  [...text.matchAll(/^#+ ([^\n]+)$|\*\*(.+?)\*\*/gms)].map(([, heading, term = ""]) =>
    (heading ?? term).replaceAll(/\s+/g, " ").replaceAll("`", "").toLowerCase(),
  );

const sections = SPECIFICATION.split(/^(?=## )/m);
const sectionOf = (number: string) => sections.find((text) => text.startsWith(`## ${number}. `));

/** The parts of a reference that do not exist. */
function brokenIn(see: string): string[] {
  const broken: string[] = [];
  let names: readonly string[] | null = null;
  for (const [part, section, document, quoted] of see.matchAll(
    /§(\d+)|(docs\/[\w/.-]*\w)|"([^"]+)"/g,
  )) {
    if (section !== undefined) {
      const text = see.startsWith("Spec") ? sectionOf(section) : undefined;
      names = namesIn(text ?? "");
      if (text === undefined) broken.push(part);
    } else if (document !== undefined) {
      const path = fileOf(document);
      names = path ? namesIn(readFileSync(path, "utf8")) : [];
      if (!path) broken.push(part);
    } else if (names && quoted !== undefined) {
      const wanted = quoted.toLowerCase();
      if (!names.some((name) => name.startsWith(wanted))) broken.push(part);
    }
  }
  return broken;
}

/** Finds a decision by its number, such as `docs/adr/0003`. */
function fileOf(document: string): string | undefined {
  if (document.startsWith("docs/adr/")) {
    const number = document.slice("docs/adr/".length);
    const file = readdirSync("docs/adr").find((name) => name.startsWith(`${number}-`));
    return file && `docs/adr/${file}`;
  }
  return existsSync(document) ? document : undefined;
}

describe("@see", () => {
  it("is found in many files", () => {
    expect(references.length).toBeGreaterThan(100);
  });

  it("leads to a section, a name in it, or a document that exists", () => {
    const broken = references.flatMap(([see = "", path = ""]) =>
      brokenIn(see).map((part) => `${path}: ${part} of ${see}`),
    );
    expect(broken).toEqual([]);
  });

  it.each([
    "Spec §12",
    'Spec §2, "No such dialog"',
    "Semantics §3",
    "docs/adr/9999",
    'docs/operating.md, "No such heading"',
    "docs/nowhere.md",
  ])("would be noticed if it led nowhere: %s", (see) => {
    expect(brokenIn(see)).toHaveLength(1);
  });
});
