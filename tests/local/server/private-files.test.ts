import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { startBackend } from "../../../packages/convex-local/src/main";
import {
  holdsOtherFiles,
  makePrivate,
} from "../../../packages/convex-local/src/server/private-files";
import { loadAdminKey, loadCursorSecret } from "../../../packages/convex-local/src/server/secrets";
import { keepChoices } from "../../../scripts/choices";
import { apiKey, fingerprintKey, secretsKey, signingKeys } from "../../../scripts/keys";
import { makeTempFolder } from "../store/temp-folder";
import { makeProject, startFixture } from "./fixture";

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const keep = (dir: string) => keepChoices(dir, { identity: "embedded", billing: "embedded" });
const HEX = "0f".repeat(32);

/**
 * Every key file: its name, how it is read, and contents that are invalid beside
 * empty and truncated ones.
 */
const KEPT: [name: string, read: (dir: string) => unknown, wrong: string[]][] = [
  ["admin-key", loadAdminKey, ["mine", "local|", `local|${HEX}0`, `local|${HEX}\nx`, `x${HEX}`]],
  ["cursor-key", loadCursorSecret, ["mine", `${HEX}0`, HEX.toUpperCase()]],
  ["fingerprint-key", fingerprintKey, ["mine", `${HEX}0`, HEX.toUpperCase()]],
  ["secrets-key", secretsKey, ["mine", `${HEX}0`, HEX.toUpperCase()]],
  ["api-key", apiKey, ["sk_sandbox_", "sk_live_1", `sk_sandbox_${HEX}`]],
  ["signing-keys.json", signingKeys, ["null", "[]", `{"privateKey":"x"}`, `{"privateKey":1}`]],
  ["choices.json", keep, ["null", "{}", `{"identity":"embedded"}`, `{"identity":1,"billing":2}`]],
];

describe.each(KEPT)("the key file %s", (name, read, wrong) => {
  it("is created on first use, private, without partial files, and read again", async () => {
    const dir = makeTempFolder();
    const made = await read(dir);
    expect(await read(dir)).toEqual(made);
    expect(readdirSync(dir)).toEqual([name]);
    expect(modeOf(join(dir, name))).toBe("600");
  });

  it("replaces what a crash left of an earlier try", async () => {
    const dir = makeTempFolder();
    writeFileSync(join(dir, `${name}.new`), "half", { mode: 0o644 });
    await read(dir);
    expect(readdirSync(dir)).toEqual([name]);
    expect(modeOf(join(dir, name))).toBe("600");
  });

  it("is refused when it is empty, truncated or something else, with a remedy", async () => {
    const dir = makeTempFolder();
    await read(dir);
    const path = join(dir, name);
    const whole = readFileSync(path, "utf8");
    for (const text of ["", "\n", whole.slice(0, 5), whole.trim().slice(0, -1), ...wrong]) {
      writeFileSync(path, text);
      const reading = Promise.resolve(dir).then(read);
      await expect(reading, JSON.stringify(text)).rejects.toMatchObject({
        code: "data_file_damaged",
        message: expect.stringMatching(/^\S+ does not hold .* or remove it: \S+/) as unknown,
      });
      expect(readFileSync(path, "utf8")).toBe(text);
    }
  });
});

describe("an admin key", () => {
  it("that does not fit on the disk leaves nothing behind", () => {
    const dir = makeTempFolder();
    const secrets = pathToFileURL(resolve("packages/convex-local/src/server/secrets.ts")).href;
    const code = `import { loadAdminKey } from "${secrets}"; loadAdminKey(${JSON.stringify(dir)});`;
    // No file may grow: the system refuses every byte.
    const command = `ulimit -f 0; trap "" XFSZ; exec "$0" "$@"`;
    const node = [process.execPath, "--import", "tsx", "--input-type=module", "-e", code];
    const env = { ...process.env, TSX_DISABLE_CACHE: "1" };
    const { stderr } = spawnSync("bash", ["-c", command, ...node], { env });
    expect(stderr.toString()).toContain("EFBIG");
    expect(readdirSync(dir)).toEqual([]);
    expect(loadAdminKey(dir)).toMatch(/^local\|[0-9a-f]{64}$/);
  });

  it("that is empty stops the start", async () => {
    const project = makeProject();
    onTestFinished(project.remove);
    const dataDir = join(project.dir, "data");
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "admin-key"), "");
    await expect(startFixture(project, "data:,")).rejects.toMatchObject({
      code: "data_file_damaged",
    });
    // The failed start leaves nothing open.
    writeFileSync(join(dataDir, "admin-key"), `local|${HEX}\n`);
    const backend = await startFixture(project, "data:,");
    onTestFinished(() => backend.close());
    const headers = { Authorization: "Convex " };
    const push = { method: "POST", headers, body: "{}" };
    expect((await fetch(`${backend.url}/api/deploy2/start_push`, push)).status).toBe(401);
  });
});

describe("a data folder", () => {
  it("is made private at the start, with all its files", async () => {
    const project = makeProject({ "convex/crons.ts": "export {};" });
    onTestFinished(project.remove);
    const { functions } = project;
    const dataDir = join(project.dir, "data");
    const start = () => startBackend({ functions, dataDir, port: 0, env: { JWKS: "data:," } });
    await (await start()).close();
    const old = ["commits.log", "admin-key", "cursor-key", "choices.json", "files/one"];
    for (const name of ["choices.json", "files/one"]) writeFileSync(join(dataDir, name), "{}");
    for (const name of old) chmodSync(join(dataDir, name), 0o644);
    for (const name of ["", "files"]) chmodSync(join(dataDir, name), 0o755);
    const backend = await start();
    onTestFinished(() => backend.close());
    const folders = ["", "files", "unclaimed"];
    for (const name of folders) expect(modeOf(join(dataDir, name)), name).toBe("700");
    for (const name of readdirSync(dataDir))
      if (!folders.includes(name)) expect(modeOf(join(dataDir, name)), name).toBe("600");
  });

  it("is refused among other files, whose permissions stay", async () => {
    const { functions, dir, remove } = makeProject({ "convex/crons.ts": "export {};" });
    onTestFinished(remove);
    for (const dataDir of [dir, functions]) {
      chmodSync(dataDir, 0o755);
      const start = startBackend({ functions, dataDir, port: 0, env: { JWKS: "data:," } });
      await expect(start).rejects.toMatchObject({
        code: "data_folder_not_empty",
        message: `${dataDir} holds other files. Name a new or empty folder for the data.`,
      });
      expect(modeOf(dataDir)).toBe("755");
    }
  });

  it.each([
    [["files/", "lost+found/"], [], false],
    [[], ["lock", "spare", ".gitignore", "lock.1"], false],
    [[], ["package.json"], true],
    [["src/"], [], true],
    [["src/"], ["commits.log"], false],
    [["src/"], ["commits-2.log"], false],
    [["src/"], ["snapshot"], false],
  ])("with the folders %j and files %j holds other files: %s", (folders, files, expected) => {
    const dir = makeTempFolder();
    for (const name of folders) mkdirSync(join(dir, name));
    for (const name of files) writeFileSync(join(dir, name), "", { mode: 0o644 });
    writeFileSync(join(dir, "api-key"), "", { mode: 0o600 });
    expect(holdsOtherFiles(dir)).toBe(expected);
  });

  it("makes its own files private, and leaves others unchanged", () => {
    const dir = makeTempFolder();
    const outside = join(makeTempFolder(), "outside");
    writeFileSync(outside, "");
    chmodSync(outside, 0o644);
    for (const path of ["log", "run", "files/a", "else/b"]) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), "");
      chmodSync(join(dir, path), path === "run" ? 0o755 : 0o666);
    }
    for (const path of ["", "files", "else"]) chmodSync(join(dir, path), 0o755);
    symlinkSync(outside, join(dir, "link"));
    const said: string[] = [];
    makePrivate(dir, (line) => said.push(line));
    const modes = ["", "log", "run", "files", "files/a", "else", "else/b"].map((path) =>
      modeOf(join(dir, path)),
    );
    expect(modes).toEqual(["700", "600", "700", "700", "600", "755", "666"]);
    expect([modeOf(outside), said]).toEqual(["644", []]);
  });

  it("that is shared with everyone stays shared", () => {
    const dir = makeTempFolder();
    chmodSync(dir, 0o1777);
    const said: string[] = [];
    makePrivate(dir, (line) => said.push(line));
    expect([modeOf(dir), said]).toEqual(["777", [expect.stringContaining("shared by all users")]]);
  });

  it("that cannot be made private is reported", () => {
    const said: string[] = [];
    makePrivate(join(makeTempFolder(), "none"), (line) => said.push(line));
    expect(said).toEqual([expect.stringMatching(/none could not be made private: ENOENT/)]);
  });
});
