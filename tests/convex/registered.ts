import type { Modules } from "./backend";

type Access = "public" | "internal" | "http";

function accessOf(value: unknown): Access | null {
  if (value === null || (typeof value !== "function" && typeof value !== "object")) return null;
  if ("isPublic" in value) return "public";
  if ("isInternal" in value) return "internal";
  return "isHttp" in value ? "http" : null;
}

/** Every function that these modules would register, as "module:export". */
export async function functionsOf(modules: Modules, root: string): Promise<Map<string, Access>> {
  const found = new Map<string, Access>();
  for (const [file, load] of Object.entries(modules)) {
    const path = file.slice(root.length, -".ts".length);
    for (const [name, value] of Object.entries((await load()) as Record<string, unknown>)) {
      const access = accessOf(value);
      if (access) found.set(`${path}:${name}`, access);
    }
  }
  return found;
}
