import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { Refusal } from "./refusal";

/** A browser for the tests, and its launch options. */
export interface Browser {
  /** Its name and its source, for messages. */
  name: string;
  executablePath: string;
  env: Record<string, string>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const PATH_VARIABLES = ["PLAYWRIGHT_CHROMIUM_PATH", "CHROME_PATH"];
const COMMANDS = ["google-chrome-stable", "google-chrome", "chromium", "chromium-browser"];
const APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];
/** Where the npm package is unpacked; the version is the one in package.json. */
const UNPACKED = resolve("node_modules/.cache/chromium-147.0.0");
const WAYS =
  "No browser for the tests was found. Any of these helps:\n" +
  "  - install Google Chrome or Chromium (on Debian: apt-get install chromium)\n" +
  "  - name one: PLAYWRIGHT_CHROMIUM_PATH=/path/to/chrome npm test\n" +
  "  - on x86-64 Linux none is needed: the npm package @sparticuz/chromium brings one";

function named(env: Environment): Browser | null {
  const variable = PATH_VARIABLES.find((name) => env[name]);
  const path = variable && env[variable];
  if (!path) return null;
  if (!existsSync(path)) throw new Refusal(`${variable}=${path}: there is no such file.`);
  return { name: `${path} (named by ${variable})`, executablePath: path, env: {} };
}

function installed(env: Environment): Browser | null {
  const folders = (env["PATH"] ?? "").split(delimiter).filter(Boolean);
  const places = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)));
  const path = [...places, ...APPLICATIONS].find((place) => existsSync(place));
  return path ? { name: `${path} (installed)`, executablePath: path, env: {} } : null;
}

/** Our own fonts: on a machine without any, text has no width, and tests would not notice. */
const fontsConf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`;

/** All or nothing: an interrupted unpacking leaves no folder that looks complete. */
function unpack(): void {
  const work = `${UNPACKED}.${process.pid}`;
  mkdirSync(work, { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [resolve("scripts/unpack-chromium.mjs")], {
    env: { ...process.env, TMPDIR: work, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Refusal(`The packaged Chromium could not be unpacked:\n${stderr}`);
  writeFileSync(join(work, "fonts.conf"), fontsConf(join(UNPACKED, "fonts")));
  rmSync(UNPACKED, { recursive: true, force: true });
  renameSync(work, UNPACKED);
}

function packaged(env: Environment): Browser | null {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  if (!existsSync(UNPACKED)) unpack();
  const libraries = [join(UNPACKED, "al2023", "lib"), env["LD_LIBRARY_PATH"]].filter(Boolean);
  return {
    name: "Chromium of the npm package @sparticuz/chromium 147.0.0",
    executablePath: join(UNPACKED, "chromium"),
    env: {
      LD_LIBRARY_PATH: libraries.join(":"),
      FONTCONFIG_FILE: join(UNPACKED, "fonts.conf"),
    },
  };
}

/** A browser that users have: the one named, an installed one, or the one of the npm package. */
export function findBrowser(env: Environment): Browser {
  return named(env) ?? installed(env) ?? packaged(env) ?? refuse();
}

/**
 * The browser of the tests: the one named; otherwise the same on every machine, headless and a
 * quarter faster; otherwise an installed one.
 */
export function findTestBrowser(env: Environment): Browser {
  return named(env) ?? packaged(env) ?? installed(env) ?? refuse();
}

function refuse(): never {
  throw new Refusal(WAYS);
}
