/** Groups texts so that each group but the last has at least this many characters. */
export function* batches(texts: Iterable<string>, characters: number): Generator<string[]> {
  let batch: string[] = [];
  let length = 0;
  for (const text of texts) {
    batch.push(text);
    length += text.length;
    if (length < characters) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}
