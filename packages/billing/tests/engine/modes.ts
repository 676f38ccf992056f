/** Values of `BILLING_MODE` without sandbox sales. */
export const MODES = [
  ["unset", undefined],
  ["empty", ""],
  ["live", "live"],
  ["not quite the word", "Sandbox"],
] as const;
