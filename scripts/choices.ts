import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseOrNull } from "../packages/convex-local/src/codec/json";
import {
  PRIVATE_FOLDER,
  readKept,
  writePrivately,
} from "../packages/convex-local/src/server/private-files";
import type { KeptFile } from "../packages/convex-local/src/server/private-files";
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

/** Why earlier choices conflict with these, as text; null if they agree. */
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

const CHOICES: KeptFile = {
  what: "the choices that the data was made with",
  isValid: (text) => isChoices(parseOrNull(text)),
  afterRemoval: "the next start writes down what is set then, which must be what it was",
};

function isChoices(value: unknown): value is Choices {
  if (typeof value !== "object" || value === null) return false;
  const { identity, billing } = value as Partial<Record<keyof Choices, unknown>>;
  return (
    Object.hasOwn(WORDS.identity, String(identity)) && Object.hasOwn(WORDS.billing, String(billing))
  );
}

/** Stores the choices in the data folder, and refuses different ones. */
export function keepChoices(dataDir: string, wanted: Choices): void {
  const file = join(dataDir, "choices.json");
  const kept = readKept(file, CHOICES);
  if (kept === null) {
    mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
    writePrivately(file, `${JSON.stringify(wanted)}\n`);
    return;
  }
  const problem = choiceProblem(JSON.parse(kept) as Choices, wanted, dataDir); // valid, as just seen
  if (problem) throw new Refusal(problem);
}
