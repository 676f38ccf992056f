/** What `BILLING_MODE` may be where nothing is sold in the sandbox. */
export const MODES = [
  ["unset", undefined],
  ["empty", ""],
  ["live", "live"],
  ["not quite the word", "Sandbox"],
] as const;
