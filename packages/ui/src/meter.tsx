import "./meter.css";

export interface MeterProps {
  /** The label of the meter. */
  label: string;
  value: number;
  max: number;
  /** The value as text: "61 of 100". */
  text: string;
  /** Default `normal`. */
  tone?: "normal" | "lit" | "danger";
}

/** The used part of an amount, as a bar, and as text for screen readers. */
export function Meter({ label, value, max, text, tone = "normal" }: MeterProps) {
  const shown = Math.min(Math.max(value, 0), max);
  return (
    <div
      className="billing-meter"
      data-slot="meter"
      data-state={tone}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={shown}
      aria-valuetext={text}
    >
      <span className="billing-meter-bar" style={{ inlineSize: `${percent(shown, max)}%` }} />
    </div>
  );
}

function percent(value: number, max: number) {
  return max === 0 ? 100 : (value / max) * 100;
}
