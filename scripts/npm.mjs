import { spawn } from "node:child_process";

/**
 * Starts npm: the one that started this process, if any.
 *
 * @returns {import("node:child_process").ChildProcess}
 */
export function spawnNpm(args, options) {
  const own = process.env.npm_execpath;
  return own?.endsWith(".js")
    ? spawn(process.execPath, [own, ...args], options)
    : spawn("npm", args, { ...options, shell: process.platform === "win32" });
}
