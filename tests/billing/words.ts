import { ENGLISH } from "../../src/billing/messages/english";
import { wordsFor } from "../../src/billing/messages/words";

/** What the billing client says by default, with dates that are the same on every machine. */
export const WORDS = wordsFor(ENGLISH, "en-US");
