import { useEffect, useState } from "react";
import { VisuallyHidden } from "./visually-hidden";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const OVER = "You can try again now.";

export interface CountdownProps {
  waitMs: number;
  /**
   * The whole waiting time as text, which a screen reader announces once: "Try again in 40
   * seconds".
   */
  spoken: string;
}

/**
 * Counts down to the next attempt. The seconds are only visual: a screen reader
 * announces the wait at the start, and its end.
 */
export function Countdown({ waitMs, spoken }: CountdownProps) {
  const leftMs = useTimeLeft(waitMs);
  const isOver = leftMs <= 0;
  return (
    <span data-slot="countdown" data-state={isOver ? "over" : "running"}>
      <span aria-hidden>{isOver ? OVER : `Try again in ${describeTime(leftMs)}.`}</span>
      <span aria-live="polite">
        <VisuallyHidden>{isOver ? OVER : `${spoken}.`}</VisuallyHidden>
      </span>
    </span>
  );
}

/**
 * The remaining time by the clock, in milliseconds, so that it is right after the computer slept.
 */
function useTimeLeft(waitMs: number): number {
  const [endsAt] = useState(() => Date.now() + waitMs);
  const [leftMs, setLeftMs] = useState(waitMs);
  const isOver = leftMs <= 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setLeftMs(endsAt - Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [endsAt, isOver]);
  return leftMs;
}

/** Rounded up, so that it is not too early: 40 s, 3 min, 2 h. The line breaks before the number. */
function describeTime(ms: number): string {
  if (ms <= 90 * SECOND_MS) return `${Math.ceil(ms / SECOND_MS)}\u00A0s`;
  if (ms <= 90 * MINUTE_MS) return `${Math.ceil(ms / MINUTE_MS)}\u00A0min`;
  return `${Math.ceil(ms / HOUR_MS)}\u00A0h`;
}
