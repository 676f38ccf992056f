const LEVELS = ["debug", "info", "warn", "error", "fatal"] as const;
export type LogLevel = (typeof LEVELS)[number];

const WRITERS = {
  debug: "debug",
  info: "info",
  warn: "warn",
  error: "error",
  fatal: "error",
} as const satisfies Record<LogLevel, keyof Console>;

export type Log = (level: LogLevel, message: string) => void;

/** A log of one client. Lines below its level are not written. */
export function createLog(threshold: LogLevel): Log {
  return (level, message) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(threshold)) return;
    const time = new Date().toISOString().slice(11, 19);
    console[WRITERS[level]](`${time} ${level} [Autumn] ${message}`);
  };
}
