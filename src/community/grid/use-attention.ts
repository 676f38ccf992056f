import { useState } from "react";

const STILL = "(prefers-reduced-motion: reduce)";

/** Whether the user allows motion. */
export function wantsMotion(): boolean {
  return !window.matchMedia(STILL).matches;
}

/** Whether a card is hovered or focused, and the user allows motion. */
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
