import { mkdirSync, mkdtempSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, it } from "vitest";
import { Watcher } from "../../../packages/convex-local/src/runtime/watcher";
import { until } from "./fixture";

const DEBOUNCED_MS = 150;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Save = (path: string, text: string) => void | Promise<void>;

const WAYS: Record<string, Save> = {
  "in place": (path, text) => writeFileSync(path, text),
  "a new file renamed over the old one (sed -i, prettier)": (path, text) => {
    const temporary = join(dirname(path), "sedA1b2C3");
    writeFileSync(temporary, text);
    renameSync(temporary, path);
  },
  "a new file from another folder renamed over it (atomic writers)": (path, text) => {
    const temporary = join(mkdtempSync(join(tmpdir(), "save-")), "m.ts");
    writeFileSync(temporary, text);
    renameSync(temporary, path);
  },
  "the old file renamed, a new one written (vim)": (path, text) => {
    renameSync(path, `${path}~`);
    writeFileSync(path, text);
    unlinkSync(`${path}~`);
  },
  "a temporary file and a backup (JetBrains' safe write)": (path, text) => {
    writeFileSync(`${path}___jb_tmp___`, text);
    renameSync(path, `${path}___jb_old___`);
    renameSync(`${path}___jb_tmp___`, path);
    unlinkSync(`${path}___jb_old___`);
  },
  "deleted and created (git checkout)": (path, text) => {
    unlinkSync(path);
    writeFileSync(path, text);
  },
  "deleted, and created later": async (path, text) => {
    unlinkSync(path);
    await pause(DEBOUNCED_MS);
    writeFileSync(path, text);
  },
  "its folder deleted and created (git switch)": (path, text) => {
    rmSync(dirname(path), { recursive: true });
    mkdirSync(dirname(path));
    writeFileSync(path, text);
  },
  "its folder deleted, and created later (git stash)": async (path, text) => {
    rmSync(dirname(path), { recursive: true });
    await pause(DEBOUNCED_MS);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  },
  "another folder in its place": (path, text) => {
    const [folder, next] = [dirname(path), `${dirname(path)}.next`];
    mkdirSync(next);
    writeFileSync(join(next, "m.ts"), text);
    renameSync(folder, `${folder}.before`);
    renameSync(next, folder);
    rmSync(`${folder}.before`, { recursive: true });
  },
};

/** A functions folder with a subfolder, and a component beside it. */
const FOLDERS = ["convex", "convex/deep", "component"];

const cases = Object.entries(WAYS).flatMap(([way, save]) =>
  FOLDERS.map((folder) => ({ way, folder, save })),
);

describe("a change is seen each time that", () => {
  it.concurrent.each(cases)("a file of $folder is saved: $way", async ({ folder, save }) => {
    const root = mkdtempSync(join(tmpdir(), "watch-"));
    for (const each of FOLDERS) {
      mkdirSync(join(root, each));
      writeFileSync(join(root, each, "m.ts"), "first");
    }
    let changes = 0;
    const watcher = new Watcher(join(root, "convex"), () => (changes += 1));
    watcher.follow([join(root, "convex"), join(root, "component")]);
    try {
      // A save can leave the watch on a file or folder that is gone: the next one shows it.
      for (const text of ["second", "third", "fourth"]) {
        await pause(DEBOUNCED_MS);
        const before = changes;
        await save(join(root, folder, "m.ts"), text);
        await until(() => changes > before);
      }
    } finally {
      watcher.close();
      rmSync(root, { recursive: true });
    }
  });
});
