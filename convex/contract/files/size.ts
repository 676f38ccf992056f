/** An image's displayed dimensions. */
export interface Pixels {
  width: number;
  height: number;
}

export function pixels(width: number | null, height: number | null): Pixels | null {
  return width !== null && height !== null && width > 0 && height > 0 ? { width, height } : null;
}

/** The smallest size that both fit into. */
export function around(one: Pixels | null, other: Pixels | null): Pixels | null {
  if (!one || !other) return one ?? other;
  return {
    width: Math.max(one.width, other.width),
    height: Math.max(one.height, other.height),
  };
}
