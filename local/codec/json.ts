const QUOTE = 0x22;
const BACKSLASH = 0x5c;
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

function isWithin(text: string, maxDepth: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    if (code < OPEN_BRACKET) continue;
    const bracket = code & ~BRACE_BIT;
    if (bracket === OPEN_BRACKET) depth += 1;
    else if (bracket === CLOSE_BRACKET) depth -= 1;
    if (depth > maxDepth) return false;
  }
  return true;
}

/**
 * Parses untrusted JSON. The depth is checked first: parsing millions of levels
 * takes seconds, and any later walk over the value would overflow the stack.
 * @throws SyntaxError for invalid or too deep JSON
 */
export function parseJson(text: string, maxDepth: number): unknown {
  if (isWithin(text, maxDepth)) return JSON.parse(text);
  throw new SyntaxError(`JSON is nested deeper than ${maxDepth} levels`);
}

/** Null for invalid or too deep JSON; our own files have no depth limit. */
export function parseOrNull(text: string, maxDepth = Infinity): unknown {
  try {
    return maxDepth === Infinity ? (JSON.parse(text) as unknown) : parseJson(text, maxDepth);
  } catch {
    return null;
  }
}
