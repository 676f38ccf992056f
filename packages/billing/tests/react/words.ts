import { ENGLISH } from "../../src/react/messages/english";
import { wordsFor } from "../../src/react/messages/words";

/** What the billing client says by default, with dates that are the same on every machine. */
export const WORDS = wordsFor(ENGLISH, "en-US");
