/** Standard objects without a global name, or whose global tests replace. */
const HIDDEN = {
  "Date.prototype": Date.prototype,
  "async functions": Object.getPrototypeOf(async () => await Promise.resolve()) as object,
  generators: Object.getPrototypeOf(function* () {}) as object,
  "async generators": Object.getPrototypeOf(async function* () {}) as object,
  "typed arrays": Object.getPrototypeOf(Uint8Array) as object,
  iterators: Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object,
  "array iterators": Object.getPrototypeOf([].values()) as object,
};

/** What JavaScript itself defines; the clock and timers are left out, because tests replace them. */
const GLOBAL =
  "AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Error EvalError Float32Array Float64Array Function Int16Array Int32Array Int8Array JSON Map Math Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet".split(
    " ",
  );

// Taken now, because functions may replace them. For the same reason, the comparison below uses
// neither iterators nor methods of arrays.
const { ownKeys, getOwnPropertyDescriptor, defineProperty, deleteProperty } = Reflect;
const { is } = Object;

interface Property {
  key: PropertyKey;
  descriptor: PropertyDescriptor;
}

interface Kept {
  name: string;
  object: object;
  properties: readonly Property[];
}

function keepAll(): Kept[] {
  const found = new Map<string, object>(Object.entries(HIDDEN));
  for (const name of GLOBAL) found.set(name, Reflect.get(globalThis, name) as object);
  for (const [name, object] of [...found]) {
    const prototype: unknown = typeof object === "function" ? object.prototype : undefined;
    if (typeof prototype === "object" && prototype !== null)
      found.set(`${name}.prototype`, prototype);
  }
  return [...found].map(([name, object]) => {
    const keys = ownKeys(object);
    const descriptorOf = (key: PropertyKey) => getOwnPropertyDescriptor(object, key) ?? {};
    return {
      name,
      object,
      properties: keys.map((key) => ({ key, descriptor: descriptorOf(key) })),
    };
  });
}

/** Cheap, because it runs often: it creates descriptors only for getters. */
function isSame({ object, properties }: Kept): boolean {
  if (ownKeys(object).length !== properties.length) return false;
  for (let at = 0; at < properties.length; at += 1) {
    const { key, descriptor } = properties[at] as Property; // within the list
    if (descriptor.get || descriptor.set) {
      if (getOwnPropertyDescriptor(object, key)?.get !== descriptor.get) return false;
    } else if (!is((object as Record<PropertyKey, unknown>)[key], descriptor.value)) return false;
  }
  return true;
}

/** Restores the properties, and adds the names of those that had changed to `changed`. */
function restore({ name, object, properties }: Kept, keepsAdded: boolean, changed: string[]): void {
  const note = (key: PropertyKey) => {
    changed[changed.length] = `${name}.${typeof key === "symbol" ? String(key) : key}`;
  };
  const now = keepsAdded ? [] : ownKeys(object);
  for (let at = 0; at < now.length; at += 1) {
    const key = now[at] as PropertyKey; // within the list
    let isOwn = false;
    for (let of = 0; of < properties.length; of += 1) isOwn ||= properties[of]?.key === key;
    if (isOwn) continue;
    deleteProperty(object, key);
    note(key);
  }
  for (let at = 0; at < properties.length; at += 1) {
    const { key, descriptor } = properties[at] as Property; // within the list
    const found = getOwnPropertyDescriptor(object, key);
    if (found && is(found.value, descriptor.value) && found.get === descriptor.get) continue;
    defineProperty(object, key, descriptor);
    note(key);
  }
}

/** The standard objects of JavaScript, which all functions and the backend share. */
export class Realm {
  readonly #kept = keepAll();
  #runs = 0;
  #comparedMs = -Infinity;

  /**
   * @param everyMs - Compares at most this often.
   * @param keepsAdded - Additions stay, because modules that are evaluated once rely on theirs.
   */
  constructor(
    private readonly everyMs: number,
    private readonly keepsAdded: boolean,
  ) {}

  /** A run begins. */
  enter(): void {
    this.#runs += 1;
  }

  /**
   * A run ends. Undoes the changes of functions, and returns the changed names, such as
   * `Array.prototype.map`. Other runs may rely on additions, such as `BigInt.prototype.toJSON`, so
   * these go when no run is left. Those to `Object.prototype` go at once: all objects have them.
   */
  leave(): string[] {
    this.#runs -= 1;
    const now = performance.now();
    if (now - this.#comparedMs < this.everyMs) return [];
    this.#comparedMs = now;
    const changed: string[] = [];
    const keepsAdded = this.keepsAdded || this.#runs > 0;
    for (let at = 0; at < this.#kept.length; at += 1) {
      const kept = this.#kept[at] as Kept; // within the list
      if (!isSame(kept)) restore(kept, keepsAdded && kept.name !== "Object.prototype", changed);
    }
    return changed;
  }
}
