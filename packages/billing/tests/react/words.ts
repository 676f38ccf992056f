import { ENGLISH } from "../../src/react/messages/english";
import { wordsFor } from "../../src/react/messages/words";

/** The billing client's default texts, with dates that are the same on every machine. */
export const WORDS = wordsFor(ENGLISH, "en-US");
