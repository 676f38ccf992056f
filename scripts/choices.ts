import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Refusal } from "./refusal";
import type { Choices } from "./settings";

const WORDS = {
  identity: { embedded: "local accounts", clerk: "Clerk" },
  billing: { embedded: "the embedded billing provider", remote: "a remote billing provider" },
} as const;
const VARIABLES = {
  identity: "VITE_CLERK_PUBLISHABLE_KEY",
  billing: "AUTUMN_SECRET_KEY",
} as const;

function explain(was: string, now: string, variable: string, dataDir: string): string {
  return (
    `The data in ${dataDir} was made with ${was}; ${now} can't take it over.\n` +
    `Either put ${variable} back as it was, or start a new folder with DATA_DIR=<folder>.`
  );
}

/** Why the choices made earlier rule out these, in words; null when they agree. */
export function choiceProblem(made: Choices, wanted: Choices, dataDir: string): string | null {
  if (made.identity !== wanted.identity) {
    const words = WORDS.identity;
    return explain(words[made.identity], words[wanted.identity], VARIABLES.identity, dataDir);
  }
  if (made.billing !== wanted.billing) {
    const words = WORDS.billing;
    return explain(words[made.billing], words[wanted.billing], VARIABLES.billing, dataDir);
  }
  return null;
}

/** Remembers the choices in the data folder, and refuses others than it holds. */
export function keepChoices(dataDir: string, wanted: Choices): void {
  const file = join(dataDir, "choices.json");
  if (existsSync(file)) {
    // Written by this function only.
    const made = JSON.parse(readFileSync(file, "utf8")) as Choices;
    const problem = choiceProblem(made, wanted, dataDir);
    if (problem) throw new Refusal(problem);
    return;
  }
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, `${JSON.stringify(wanted)}\n`);
}
