const modules = import.meta.glob("../../../convex/community/**/*.ts");

interface Found {
  isQuery: boolean;
  /** The names of its arguments occur in it. */
  args: string;
}

/** The public functions of the community, by "path:name". */
export async function publicFunctions(): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  for (const [file, load] of Object.entries(modules)) {
    const path = file.replace(/^.*\/community\/(.+)\.ts$/, "$1");
    for (const [name, value] of Object.entries((await load()) as Record<string, unknown>)) {
      if (typeof value !== "function" || !("isPublic" in value)) continue;
      const { exportArgs } = value as { exportArgs?: () => string };
      found.set(`${path}:${name}`, { isQuery: "isQuery" in value, args: exportArgs?.() ?? "" });
    }
  }
  return found;
}
