"use node";

import { ZipFile } from "yazl";

/**
 * Bytes of files in one part. An action has 512 MiB of memory. With parts of this size, Node used
 * up to 340 MiB, including the 90 of an empty process.
 */
export const PART_BYTES = 40 * 1024 * 1024;

/** A ZIP file in memory, with a limit on the bytes of its files. */
export class ZipPart {
  readonly #zip = new ZipFile();
  readonly #chunks: Buffer[] = [];
  readonly #ended: Promise<void>;
  #bytes = 0;

  constructor(readonly mostBytes: number) {
    this.#ended = new Promise((resolve, reject) => {
      this.#zip.outputStream.on("data", (chunk: Buffer) => this.#chunks.push(chunk));
      this.#zip.outputStream.on("end", () => resolve());
      this.#zip.outputStream.on("error", reject);
    });
  }

  addText(path: string, text: string): void {
    this.#zip.addBuffer(Buffer.from(text), path);
  }

  /** Adds a file. False: it does not fit into this part. The first file always fits. */
  async addFile(path: string, file: Blob): Promise<boolean> {
    if (this.#bytes > 0 && this.#bytes + file.size > this.mostBytes) return false;
    this.#bytes += file.size;
    // Pictures and videos are compressed already.
    this.#zip.addBuffer(Buffer.from(await file.arrayBuffer()), path, { compress: false });
    return true;
  }

  async close(): Promise<Blob> {
    this.#zip.end();
    await this.#ended;
    return new Blob(this.#chunks as BlobPart[], { type: "application/zip" });
  }
}
