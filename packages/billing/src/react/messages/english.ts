import { ENGLISH_ACCOUNT } from "./english-account";
import { ENGLISH_DIALOGS } from "./english-dialogs";
import { ENGLISH_FAILURES } from "./english-failures";
import { ENGLISH_TABLES } from "./english-tables";
import type { Language, Messages } from "./language";

const messages = {
  ...ENGLISH_DIALOGS,
  ...ENGLISH_TABLES,
  ...ENGLISH_ACCOUNT,
  ...ENGLISH_FAILURES,
} as const satisfies Messages;

/** The billing client in English: the default. */
export const ENGLISH: Language = { tag: "en", featureNames: "lowercase", messages };
