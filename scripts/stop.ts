type Closer = () => Promise<unknown>;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const PATIENCE_MS = 3_000;

/** What is running and has to be closed, newest first. */
export interface Running {
  add: (closer: Closer) => void;
  /** Closes everything and ends the process; asked again meanwhile, it does nothing. */
  end: (exitCode: number) => void;
  ending: () => boolean;
}

/**
 * Ends everything on Ctrl-C, on a polite kill, and when the terminal goes away.
 *
 * @param exitCode - 0 where being stopped is how a command ends, otherwise what says that it did not.
 */
export function endOnSignals(exitCode: 0 | 1): Running {
  const closers: Closer[] = [];
  let ending = false;
  const end = (code: number) => {
    if (ending) return;
    ending = true;
    // Whatever was acknowledged is on disk already, so nobody has to wait for a stuck connection.
    setTimeout(() => process.exit(code), PATIENCE_MS).unref();
    void Promise.allSettled(closers.reverse().map((close) => close())).then(() =>
      process.exit(code),
    );
  };
  for (const signal of SIGNALS) process.on(signal, () => end(exitCode));
  return { add: (closer) => void closers.push(closer), end, ending: () => ending };
}
