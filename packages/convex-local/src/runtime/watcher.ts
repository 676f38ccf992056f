import { readdirSync, statSync, watch, type FSWatcher } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

const DEBOUNCE_MS = 100;

/**
 * Reports changes of a functions folder, and of the other source folders of its code. It
 * watches folders, never files: editors replace a file by another one, and a watch stays with
 * the replaced file. The folder above each is watched too, because a checkout replaces folders.
 */
export class Watcher {
  readonly #watched = new Map<string, { watcher: FSWatcher; inode: number }>();
  #followed: readonly string[] = [];
  #debounce: NodeJS.Timeout | undefined;

  constructor(
    private readonly dir: string,
    private readonly onChange: () => void,
  ) {
    this.#update();
  }

  /** The folders of the code's files: of components, packages of the workspace and others. */
  follow(folders: readonly string[]): void {
    this.#followed = folders.filter((folder) => relative(this.dir, folder).startsWith(".."));
    this.#update();
  }

  close(): void {
    clearTimeout(this.#debounce);
    for (const folder of this.#watched.keys()) this.#unwatch(folder);
  }

  /** Watches exactly the folders that are there now. */
  #update(): void {
    const above = [this.dir, ...this.#followed].map((folder) => nearest(dirname(folder)));
    const wanted = new Set([...withSubfolders(this.dir), ...this.#followed, ...above]);
    for (const [folder, { inode }] of this.#watched)
      if (!wanted.has(folder) || inodeOf(folder) !== inode) this.#unwatch(folder);
    for (const folder of wanted) if (!this.#watched.has(folder)) this.#watch(folder);
  }

  #watch(folder: string): void {
    const inode = inodeOf(folder);
    if (inode === null) return;
    const changed = (isGone: boolean) => {
      if (isGone) this.#unwatch(folder);
      // At once, so that later changes within a new folder are seen.
      this.#update();
      clearTimeout(this.#debounce);
      this.#debounce = setTimeout(this.onChange, DEBOUNCE_MS);
    };
    try {
      // A deleted folder reports its own name; the next one at its path may get its inode.
      const watcher = watch(folder, (_, name) => changed(name === basename(folder)));
      watcher.on("error", () => changed(true)); // Windows reports it so.
      this.#watched.set(folder, { watcher, inode });
    } catch (error) {
      // Deleted meanwhile: the folder above it reports that.
      if (inodeOf(folder) === inode) throw error;
    }
  }

  #unwatch(folder: string): void {
    this.#watched.get(folder)?.watcher.close();
    this.#watched.delete(folder);
  }
}

/** Null: there is no such folder. */
function inodeOf(path: string): number | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() ? stats.ino : null;
}

/** The folder, or the first one above it that exists. */
function nearest(folder: string): string {
  return inodeOf(folder) === null ? nearest(dirname(folder)) : folder;
}

function withSubfolders(folder: string): string[] {
  const items = inodeOf(folder) === null ? [] : readdirSync(folder, { withFileTypes: true });
  const subfolders = items.filter((item) => item.isDirectory() && item.name !== "node_modules");
  return [folder, ...subfolders.flatMap(({ name }) => withSubfolders(join(folder, name)))];
}
