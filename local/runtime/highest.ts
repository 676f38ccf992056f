/** The value that would stand at this place if all were sorted. Moves the values. (Hoare's find.) */
function valueAt(values: Float64Array, place: number): number {
  let [from, to] = [0, values.length - 1];
  while (from < to) {
    const pivot = values[(from + to) >> 1] ?? 0;
    let [low, high] = [from, to];
    while (low <= high) {
      while ((values[low] ?? 0) < pivot) low += 1;
      while ((values[high] ?? 0) > pivot) high -= 1;
      if (low > high) break;
      const moved = values[low] ?? 0;
      values[low] = values[high] ?? 0;
      values[high] = moved;
      low += 1;
      high -= 1;
    }
    if (place <= high) to = high;
    else if (place >= low) from = low;
    else break;
  }
  return values[place] ?? 0;
}

/**
 * Where the so many highest of the numbers are: those `above` the least of them, and all that are
 * `equal` to it, more than are wanted perhaps.
 */
export function highest(numbers: Float64Array, most: number): { above: number[]; equal: number[] } {
  const all = numbers.length <= most;
  const least = all ? -Infinity : valueAt(numbers.slice(), numbers.length - most);
  const above: number[] = [];
  const equal: number[] = [];
  for (let i = 0; i < numbers.length; i += 1) {
    const value = numbers[i] ?? least;
    if (value > least) above.push(i);
    else if (value === least) equal.push(i);
  }
  return { above, equal };
}
