/**
 * The first so many of all that are added, in whatever order that happens: a heap, with the last of
 * them on top. `isBefore`: whether one comes before another.
 */
export class Firsts<T> {
  readonly #heap: T[] = [];

  constructor(
    private readonly most: number,
    private readonly isBefore: (one: T, other: T) => boolean,
  ) {}

  add(item: T): void {
    const heap = this.#heap;
    const [top] = heap;
    if (heap.length < this.most || top === undefined) this.#rise(item, heap.length);
    else if (this.isBefore(item, top)) this.#sink(item);
  }

  /** In their order. */
  sorted(): T[] {
    return this.#heap.sort((a, b) => (this.isBefore(a, b) ? -1 : 1));
  }

  #rise(item: T, from: number): void {
    const heap = this.#heap;
    let at = from;
    for (let above = (at - 1) >> 1; at > 0; above = (at - 1) >> 1) {
      const parent = heap[above];
      if (parent === undefined || !this.isBefore(parent, item)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = item;
  }

  #sink(item: T): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      const [left, right] = [heap[below], heap[below + 1]];
      if (left === undefined) break;
      let child = left;
      if (right !== undefined && this.isBefore(left, right)) {
        child = right;
        below += 1;
      }
      if (!this.isBefore(item, child)) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = item;
  }
}
