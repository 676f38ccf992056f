import { convexToJson, type JSONValue } from "convex/values";
import { parseJson } from "./json";

/** A stored int64, a text, or a number. */
const TOKEN =
  /\{"\$integer":"([^"]*)"\}|"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const INTEGER = /^-?\d+$/;

/**
 * A stored value as the lines of Convex's exports have it: an int64 is an integer (`123`), a float64
 * has a point (`123.0`); what JSON can't write is written as in arguments (`{"$bytes": …}`).
 */
export function toExportJson(value: JSONValue): string {
  return JSON.stringify(value).replace(TOKEN, (token: string, integer?: string) => {
    if (integer !== undefined) return String(Buffer.from(integer, "base64").readBigInt64LE());
    return INTEGER.test(token) ? `${token}.0` : token;
  });
}

function storedNumber(token: string): string {
  if (token === "-0.0") return JSON.stringify(convexToJson(-0));
  const integer = INTEGER.test(token) ? BigInt(token) : null;
  if (integer === null || integer !== BigInt.asIntN(64, integer)) return token;
  return JSON.stringify(convexToJson(integer));
}

/** The stored value of such a line. @throws SyntaxError if it is not JSON, or nested too deeply */
export function fromExportJson(line: string, maxDepth: number): JSONValue {
  const text = line.replace(TOKEN, (token) => (/^[-\d]/.test(token) ? storedNumber(token) : token));
  return parseJson(text, maxDepth) as JSONValue;
}
