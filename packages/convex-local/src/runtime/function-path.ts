/** `dir/module:export`, in any spelling of the caller. */
export function canonicalPath(path: string): string {
  const [module = "", name = "default"] = path.split(":");
  return `${module.replace(/\.js$/, "")}:${name}`;
}
