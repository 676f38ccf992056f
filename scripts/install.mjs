import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { spawnNpm } from "./npm.mjs";

const PROGRESS_EVERY_MS = 10_000;

/**
 * Whether the installed packages differ from the lockfile's. Optional packages may
 * be absent: most are for other platforms.
 */
export function installNeeded(wanted, installed) {
  return Object.entries(wanted).some(([path, { version, optional }]) => {
    if (path === "") return false;
    const found = installed[path];
    return found ? found.version !== version : !optional;
  });
}

/** Installs and shows npm's output. Returns the failure in a few words, or null. */
function installAll(root) {
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund"];
  const child = spawnNpm(args, { cwd: root, stdio: "inherit" });
  const pass = (signal) => child.kill(signal);
  process.once("SIGTERM", pass);
  process.once("SIGINT", pass);
  return new Promise((resolve) => {
    const end = (failure) => {
      process.off("SIGTERM", pass);
      process.off("SIGINT", pass);
      resolve(failure);
    };
    child.once("error", (error) => end(error.message));
    child.once("exit", (code, signal) => end(code === 0 ? null : (signal ?? `exit code ${code}`)));
  });
}

const packagesOf = (file) => JSON.parse(readFileSync(file, "utf8")).packages;

function upToDate(root) {
  const installed = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return false;
  return !installNeeded(packagesOf(join(root, "package-lock.json")), packagesOf(installed));
}

/** Installs the lockfile's packages if they are missing or different. False if that failed. */
export async function install(root) {
  if (upToDate(root)) return true;
  console.log("Installing packages (npm ci). The first time takes a minute or so.");
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const progress = setInterval(
    () => console.log(`  still installing, ${seconds()} s`),
    PROGRESS_EVERY_MS,
  );
  const failure = await installAll(root);
  clearInterval(progress);
  if (failure === null) {
    console.log(`Packages installed in ${seconds()} s.`);
    return true;
  }
  console.error(
    `Packages could not be installed (${failure}). What npm printed above says why: often the\n` +
      "network, a full disk, or a folder that belongs to someone else. Then run the command again.",
  );
  return false;
}
