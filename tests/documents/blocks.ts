import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A fenced block of a document. */
export interface Block {
  /** The document's path. */
  document: string;
  /** The number of its first line of text, from 1. */
  line: number;
  /** The word after the fence; empty: none. */
  language: string;
  text: string;
}

const FENCE = /^( *)```(\w*)\n([^]*?)^\1```$/gm;

/** The paths of the documents whose blocks have to work. */
export function documents(): string[] {
  const packages = readdirSync("packages").map((name) => join("packages", name, "README.md"));
  const pages = readdirSync("docs").map((name) => join("docs", name));
  return ["README.md", ...packages, ...pages].filter(
    (path) => path.endsWith(".md") && existsSync(path),
  );
}

/** The blocks of a document, in their order. */
export function blocksOf(document: string, text = readFileSync(document, "utf8")): Block[] {
  return [...text.matchAll(FENCE)].map(
    ({ 1: indent = "", 2: language = "", 3: block = "", index }) => ({
      document,
      line: text.slice(0, index).split("\n").length + 1,
      language,
      text: block.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    }),
  );
}
