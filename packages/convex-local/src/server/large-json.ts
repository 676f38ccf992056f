import { parseOrNull, sizeOfJson } from "../codec/json";
import { LIMITS } from "../runtime/limits";
import type { Rounds } from "../runtime/rounds";
import type { Held } from "./memory";

/** A longer text takes more than a millisecond to parse. */
const LARGE_LENGTH = 64 * 1024;
/** Parsed, JSON takes about this many times the memory of its text, and this much for each value. */
const GROWTH = 4;
const VALUE_BYTES = 64;
const { jsonNesting, jsonValues } = LIMITS;

/**
 * Parses a client's JSON; null when it is invalid, too deep or too large. Large ones are queued
 * per client, so that many at the same time delay other clients by only one of them.
 */
export async function parseInTurn(parsing: Rounds, client: string, text: string): Promise<unknown> {
  const parse = () => parseOrNull(text, jsonNesting, jsonValues);
  return text.length < LARGE_LENGTH ? parse() : await parsing.take(client, parse);
}

/** The memory of a call while it waits and runs. */
export function memoryOfParsed(text: string): Held {
  const { values } = sizeOfJson(text, { depth: jsonNesting, values: jsonValues });
  return { bytes: text.length * GROWTH + values * VALUE_BYTES };
}
