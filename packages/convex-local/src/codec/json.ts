const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
/** An opening brace is an opening bracket with this bit; so are the closing ones. */
const BRACE_BIT = 0x20;

/** The position of the closing quote of the string that begins here. */
function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  for (; end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - slashes - 1) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

/** What parsing a text costs: the depth, and about the number of values. */
interface JsonSize {
  depth: number;
  values: number;
}

/** The size of a text that is about to be parsed; above a limit it stops counting. */
export function sizeOfJson(text: string, most: JsonSize): JsonSize {
  const size = { depth: 0, values: 0 };
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    if (code === COMMA) size.values += 1;
    if (code >= OPEN_BRACKET) {
      const bracket = code & ~BRACE_BIT;
      if (bracket === CLOSE_BRACKET) depth -= 1;
      if (bracket === OPEN_BRACKET) {
        depth += 1;
        size.values += 1;
        size.depth = Math.max(size.depth, depth);
      }
    }
    if (size.depth > most.depth || size.values > most.values) break;
  }
  return size;
}

/**
 * Parses untrusted JSON. Its size is checked first: parsing millions of levels or
 * values takes seconds, and any later walk over the value would overflow the stack.
 * @throws SyntaxError for invalid, too deep or too large JSON
 */
export function parseJson(text: string, maxDepth: number, maxValues = Infinity): unknown {
  const { depth, values } = sizeOfJson(text, { depth: maxDepth, values: maxValues });
  if (depth > maxDepth) throw new SyntaxError(`JSON is nested deeper than ${maxDepth} levels`);
  if (values > maxValues) throw new SyntaxError(`JSON has more than ${maxValues} values`);
  return JSON.parse(text);
}

/** Null for invalid, too deep or too large JSON; our own files have no limits. */
export function parseOrNull(text: string, maxDepth = Infinity, maxValues = Infinity): unknown {
  try {
    const isOurs = maxDepth === Infinity;
    return isOurs ? (JSON.parse(text) as unknown) : parseJson(text, maxDepth, maxValues);
  } catch {
    return null;
  }
}
