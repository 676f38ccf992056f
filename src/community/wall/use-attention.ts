import { useState } from "react";

const STILL = "(prefers-reduced-motion: reduce)";

/** Whether a card is pointed at or has the focus, and its reader wants things to move at all. */
export function useAttention() {
  const [attended, setAttended] = useState(false);
  const start = () => setAttended(!window.matchMedia(STILL).matches);
  const end = () => setAttended(false);
  const listeners = {
    onPointerEnter: start,
    onPointerLeave: end,
    onFocus: start,
    onBlur: end,
  };
  return { attended, listeners };
}
