import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { filesUnder } from "./files";
import { PACKAGES } from "./places";

const REPOSITORY = resolve(PACKAGES, "..");
const PACKAGE = join(PACKAGES, "billing");

/** The documents of the repository that are about billing in any app. */
const DOCUMENTS = [
  "adopting.md",
  "errors.md",
  "http-mode.md",
  "remote-provider.md",
  "scale.md",
  "server-side.md",
  "specification.md",
];

/** `[text](path#heading)`, except images and URLs. */
const LINK = /(?<!!)\[([^\]]+)\]\((?!\w+:|#)([^)\s]+)\)/g;

/**
 * Keeps a document's links to files of the package, and replaces the others with their text.
 *
 * @param path - The document's own path in the package.
 * @param has - Whether the package has a file.
 */
export function keepLinks(text: string, path: string, has: (path: string) => boolean): string {
  return text.replaceAll(LINK, (link, words: string, to: string) => {
    const [file = ""] = to.split("#");
    return has(posix.join(posix.dirname(path), file)) ? link : words;
  });
}

/**
 * Turns references to the specification into links to its sections.
 *
 * @param specification - Its text, for the headings.
 * @param to - Its path from the document.
 */
export function linkSections(text: string, specification: string, to: string): string {
  const anchors = new Map(
    [...specification.matchAll(/^## (\d+)\. (.+)$/gm)].map(([, number = "", title = ""]) => [
      number,
      `${number}-${title
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, "")
        .replaceAll(/\s/g, "-")}`,
    ]),
  );
  return text.replaceAll(/^Spec §.*$/gm, (line) =>
    line.replaceAll(/§(\d+)/g, (section, number: string) => {
      const anchor = anchors.get(number);
      return anchor === undefined ? section : `[${section}](${to}#${anchor})`;
    }),
  );
}

/**
 * Copies the documents to the package's output. TypeDoc has already written the reference, if it
 * ran.
 */
function buildDocs(): void {
  const out = join(PACKAGE, "docs");
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  for (const name of DOCUMENTS) cpSync(join(REPOSITORY, "docs", name), join(out, name));
  const reference = join(PACKAGE, ".reference");
  if (existsSync(reference)) cpSync(reference, join(out, "reference"), { recursive: true });
  const specification = readFileSync(join(out, "specification.md"), "utf8");
  const has = (path: string) => existsSync(join(PACKAGE, path));
  for (const name of filesUnder(out, /\.md$/)) {
    const path = `docs/${name}`;
    const to = posix.relative(posix.dirname(path), "docs/specification.md");
    const text = readFileSync(join(PACKAGE, path), "utf8");
    const linked = name.startsWith("reference/") ? linkSections(text, specification, to) : text;
    writeFileSync(join(PACKAGE, path), keepLinks(linked, path, has));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) buildDocs();
