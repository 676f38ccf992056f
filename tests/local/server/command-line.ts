import { execFile } from "node:child_process";
import { join } from "node:path";
import type { Backend } from "../../../packages/convex-local/src/main";

interface Ended {
  code: number;
  out: string;
  /** The terminal output in addition to the result. */
  told: string;
}

/** Runs the official command line against the backend, from the project's folder. */
export function convex(
  { dir }: { dir: string },
  { url, adminKey }: Pick<Backend, "url" | "adminKey">,
  ...args: string[]
): Promise<Ended> {
  const main = join(dir, "node_modules/convex/bin/main.js");
  const target = ["--url", url, "--admin-key", adminKey];
  // With CI set, it sends no crash reports.
  const env = { ...process.env, CI: "1", NO_COLOR: "1" };
  return new Promise((resolve) => {
    const options = { cwd: dir, env, timeout: 20_000 };
    execFile(process.execPath, [main, ...args, ...target], options, (error, out, told) =>
      resolve({ code: Number(error?.code ?? 0), out, told }),
    );
  });
}
