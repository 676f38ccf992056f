import { fileURLToPath } from "node:url";
import { install } from "./install.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Installs missing packages, then runs the TypeScript module of a command in this process. */
export async function launch(module) {
  process.chdir(ROOT);
  if (!(await install(ROOT))) process.exit(1);
  const { register } = await import("tsx/esm/api");
  register();
  const { main } = await import(module);
  await main();
}
