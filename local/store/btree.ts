/**
 * Immutable B+tree: every change copies one path, so that a root is a snapshot. Nodes may
 * become sparse by deletions and disappear when empty; they are never merged.
 */
const MAX_ENTRIES = 32;

interface Leaf<V> {
  readonly keys: readonly string[];
  readonly values: readonly V[];
  readonly children?: never;
}

interface Branch<V> {
  /** keys[i] is the smallest key that children[i] may hold; keys[0] is not looked at. */
  readonly keys: readonly string[];
  readonly children: readonly Node<V>[];
}

type Node<V> = Leaf<V> | Branch<V>;

type Entry<V> = readonly [key: string, value: V];

/** Index of the first key that is ≥ `key`. */
export function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keyAt(keys, middle) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function keyAt(keys: readonly string[], at: number): string {
  return keys[at] ?? "";
}

/** Index of the child that may hold `key`. */
function childFor(keys: readonly string[], key: string): number {
  const at = lowerBound(keys, key);
  return keys[at] === key ? at : Math.max(0, at - 1);
}

function childAt<V>(branch: Branch<V>, at: number): Node<V> {
  const child = branch.children[at];
  if (!child) throw new Error("A branch lost a child");
  return child;
}

function split<V>(node: Node<V>): Node<V>[] {
  if (node.keys.length <= MAX_ENTRIES) return [node];
  const middle = node.keys.length >>> 1;
  const halves = [
    [0, middle],
    [middle, node.keys.length],
  ] as const;
  return halves.map(([from, to]) => {
    const keys = node.keys.slice(from, to);
    return node.children
      ? { keys, children: node.children.slice(from, to) }
      : { keys, values: node.values.slice(from, to) };
  });
}

/** The nodes that take the place of `node`: none, one, or two after a split. */
function setIn<V>(node: Node<V>, key: string, value: V): Node<V>[] {
  if (node.children) {
    const at = childFor(node.keys, key);
    return split(replaceChild(node, at, setIn(childAt(node, at), key, value), key));
  }
  const at = lowerBound(node.keys, key);
  if (node.keys[at] === key) return [{ keys: node.keys, values: node.values.with(at, value) }];
  return split({
    keys: node.keys.toSpliced(at, 0, key),
    values: node.values.toSpliced(at, 0, value),
  });
}

function deleteIn<V>(node: Node<V>, key: string): Node<V>[] {
  if (node.children) {
    const at = childFor(node.keys, key);
    const next = replaceChild(node, at, deleteIn(childAt(node, at), key), key);
    return next.children.length > 0 ? [next] : [];
  }
  const at = lowerBound(node.keys, key);
  const next = { keys: node.keys.toSpliced(at, 1), values: node.values.toSpliced(at, 1) };
  return next.keys.length > 0 ? [next] : [];
}

function replaceChild<V>(
  node: Branch<V>,
  at: number,
  replacements: readonly Node<V>[],
  key: string,
): Branch<V> {
  const first = keyAt(node.keys, at);
  const keys = replacements.map((child, i) =>
    i > 0 ? keyAt(child.keys, 0) : key < first ? key : first,
  );
  return {
    keys: node.keys.toSpliced(at, 1, ...keys),
    children: node.children.toSpliced(at, 1, ...replacements),
  };
}

function* ascending<V>(node: Node<V>, lo: string, hi: string | null): Generator<Entry<V>> {
  if (node.children) {
    for (let at = childFor(node.keys, lo); at < node.keys.length; at++) {
      if (at > 0 && hi !== null && keyAt(node.keys, at) >= hi) return;
      yield* ascending(childAt(node, at), lo, hi);
    }
    return;
  }
  for (let at = lowerBound(node.keys, lo); at < node.keys.length; at++) {
    const key = keyAt(node.keys, at);
    if (hi !== null && key >= hi) return;
    yield [key, node.values[at] as V]; // keys and values have one length
  }
}

function* descending<V>(node: Node<V>, lo: string, hi: string): Generator<Entry<V>> {
  const end = lowerBound(node.keys, hi);
  if (node.children) {
    for (let at = Math.max(end - 1, 0); at >= childFor(node.keys, lo); at--) {
      yield* descending(childAt(node, at), lo, hi);
    }
    return;
  }
  for (let at = end - 1; at >= lowerBound(node.keys, lo); at--) {
    yield [keyAt(node.keys, at), node.values[at] as V]; // as above
  }
}

function chunks<T>(items: readonly T[]): T[][] {
  const size = MAX_ENTRIES / 2;
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}

export class BTree<V> {
  private constructor(
    private readonly root: Node<V>,
    readonly size: number,
  ) {}

  static empty<V>(): BTree<V> {
    return new BTree<V>({ keys: [], values: [] }, 0);
  }

  /** From entries with different keys in any order. */
  static from<V>(entries: readonly Entry<V>[]): BTree<V> {
    if (entries.length === 0) return BTree.empty();
    const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
    let nodes: Node<V>[] = chunks(sorted).map((part) => ({
      keys: part.map(([key]) => key),
      values: part.map(([, value]) => value),
    }));
    while (nodes.length > 1) {
      nodes = chunks(nodes).map((part) => ({
        keys: part.map((child) => keyAt(child.keys, 0)),
        children: part,
      }));
    }
    const [root] = nodes;
    if (!root) throw new Error("Entries made no node");
    return new BTree(root, sorted.length);
  }

  get(key: string): V | undefined {
    let node = this.root;
    while (node.children) node = childAt(node, childFor(node.keys, key));
    const at = lowerBound(node.keys, key);
    return node.keys[at] === key ? node.values[at] : undefined;
  }

  set(key: string, value: V): BTree<V> {
    const size = this.get(key) === undefined ? this.size + 1 : this.size;
    const nodes = setIn(this.root, key, value);
    const [only] = nodes;
    const isSplit = nodes.length > 1 || !only;
    const root = isSplit
      ? { keys: nodes.map((node) => keyAt(node.keys, 0)), children: nodes }
      : only;
    return new BTree(root, size);
  }

  delete(key: string): BTree<V> {
    if (this.get(key) === undefined) return this;
    let [root] = deleteIn(this.root, key);
    while (root?.children?.length === 1) root = root.children[0];
    return root ? new BTree(root, this.size - 1) : BTree.empty();
  }

  /** All entries, ascending. */
  entries(): Generator<Entry<V>> {
    return ascending(this.root, "", null);
  }

  /** Entries with lo ≤ key < hi. */
  range(lo: string, hi: string, order: "asc" | "desc"): Generator<Entry<V>> {
    return order === "asc" ? ascending(this.root, lo, hi) : descending(this.root, lo, hi);
  }
}
