/** The project's React, and everything below it. */
const REACT = /^(.*)\/node_modules\/(?=react(-dom)?\/)/;
const REACT_18 = "/tests/react-18/node_modules/";

/**
 * The React 18 path of a file of the project's React; other files are unchanged.
 *
 * @param {string} found - A path or a URL of a file.
 */
export function toReact18(found) {
  return found.includes(REACT_18) ? found : found.replace(REACT, `$1${REACT_18}`);
}

/** For `import`, in the form in which Node calls it. */
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  return { ...found, url: toReact18(found.url) };
}
