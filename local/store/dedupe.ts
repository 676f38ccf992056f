import type { DedupeEntry, DedupeKey, DedupeRecord } from "./types";

const LIFETIME_NS = 14n * 24n * 60n * 60n * 1_000_000_000n;
const MAX_RECORDS = 50_000;

function textOf({ sessionId, requestId }: DedupeKey): string {
  return `${requestId} ${sessionId}`;
}

/** Answers of mutations that a client may repeat, oldest first. */
export class DedupeRecords {
  private readonly records = new Map<string, DedupeRecord>();

  find(key: DedupeKey): DedupeRecord | null {
    return this.records.get(textOf(key)) ?? null;
  }

  add({ value, logLines = [], ...key }: DedupeEntry, ts: bigint): void {
    this.records.set(textOf(key), { ts, value, logLines });
    this.forgetBefore(ts - LIFETIME_NS);
  }

  private forgetBefore(ts: bigint): void {
    for (const [text, record] of this.records) {
      if (record.ts >= ts && this.records.size <= MAX_RECORDS) return;
      this.records.delete(text);
    }
  }
}
