import { useState } from "react";

const STILL = "(prefers-reduced-motion: reduce)";

/** Whether the reader lets things move by themselves. */
export function wantsMotion(): boolean {
  return !window.matchMedia(STILL).matches;
}

/** Whether a card is pointed at or has the focus, and its reader wants things to move at all. */
export function useAttention() {
  const [attended, setAttended] = useState(false);
  const start = () => setAttended(wantsMotion());
  const end = () => setAttended(false);
  const listeners = {
    onPointerEnter: start,
    onPointerLeave: end,
    onFocus: start,
    onBlur: end,
  };
  return { attended, listeners };
}
