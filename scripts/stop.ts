type Closer = () => Promise<unknown>;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const PATIENCE_MS = 3_000;

/** The running parts to close, newest first. */
export interface Running {
  add: (closer: Closer) => void;
  /** Closes everything and ends the process; a second call does nothing. */
  end: (exitCode: number) => void;
  ending: () => boolean;
}

/**
 * Stops everything on Ctrl-C, on SIGTERM, and when the terminal closes.
 *
 * @param exitCode - 0 if stopping is the normal end of the command, otherwise the code of an
 *   interruption.
 */
export function endOnSignals(exitCode: 0 | 1): Running {
  const closers: Closer[] = [];
  let ending = false;
  const end = (code: number) => {
    if (ending) return;
    ending = true;
    // Everything acknowledged is already on disk, so there is no need to wait for a stuck
    // connection.
    setTimeout(() => process.exit(code), PATIENCE_MS).unref();
    void Promise.allSettled(closers.reverse().map((close) => close())).then(() =>
      process.exit(code),
    );
  };
  for (const signal of SIGNALS) process.on(signal, () => end(exitCode));
  return { add: (closer) => void closers.push(closer), end, ending: () => ending };
}
