/**
 * Translates the server's sentences by their English texts. `{name}` stands for a value; a value
 * that is a word of the list is translated too.
 *
 * @returns A function that returns unknown sentences unchanged.
 */
export function translateWith(sentences: Readonly<Record<string, string>>) {
  const patterns = Object.entries(sentences)
    .filter(([english]) => english.includes("{"))
    .map(([english, german]) => ({ matches: patternOf(english), german }));
  return translate;

  function translate(english: string): string {
    const known = sentences[english];
    if (known !== undefined) return known;
    for (const { matches, german } of patterns) {
      const values = matches.exec(english)?.groups;
      if (!values) continue;
      return german.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
        return translate(values[name] ?? place);
      });
    }
    return english;
  }
}

function patternOf(english: string): RegExp {
  const escaped = english.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll(/\{(\w+)\}/g, "(?<$1>.+)")}$`, "u");
}
