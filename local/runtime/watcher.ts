import { watch, type FSWatcher } from "node:fs";
import { relative } from "node:path";

const DEBOUNCE_MS = 100;

/** Reports changes of a functions folder, and of the other source folders of its code. */
export class Watcher {
  readonly #watched = new Map<string, FSWatcher>();
  #debounce: NodeJS.Timeout | undefined;

  constructor(
    private readonly dir: string,
    private readonly onChange: () => void,
  ) {
    this.#watch(dir, true);
  }

  /** The folders of the code's files: of components, packages of the workspace and others. */
  follow(folders: readonly string[]): void {
    const outside = folders.filter((folder) => relative(this.dir, folder).startsWith(".."));
    for (const folder of outside) if (!this.#watched.has(folder)) this.#watch(folder, false);
    for (const [folder, watcher] of this.#watched) {
      if (folder === this.dir || outside.includes(folder)) continue;
      watcher.close();
      this.#watched.delete(folder);
    }
  }

  close(): void {
    clearTimeout(this.#debounce);
    for (const watcher of this.#watched.values()) watcher.close();
  }

  #watch(folder: string, recursive: boolean): void {
    const watcher = watch(folder, { recursive }, () => {
      clearTimeout(this.#debounce);
      this.#debounce = setTimeout(this.onChange, DEBOUNCE_MS);
    });
    // A package that is being reinstalled: the next deploy finds its folder again.
    watcher.on("error", () => this.#watched.delete(folder));
    this.#watched.set(folder, watcher);
  }
}
