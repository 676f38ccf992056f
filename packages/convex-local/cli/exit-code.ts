import { constants } from "node:os";

const SIGNALLED = 128;

/** The exit code that a shell reports. A command that a signal ended did not succeed. */
export function exitCodeOf(code: number | null, signal: NodeJS.Signals | null): number {
  return signal === null ? (code ?? 1) : SIGNALLED + constants.signals[signal];
}
