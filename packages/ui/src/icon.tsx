import "./icon.css";

interface IconProps {
  /** Lines on a grid of 24 by 24. */
  shape: string;
  /** Replaces the style of an icon next to small text. */
  className?: string;
}

/** Decorates a text, and is hidden from screen readers. */
export const Icon = ({ shape, className = "" }: IconProps) => (
  <svg className={`billing-icon ${className}`} aria-hidden viewBox="0 0 24 24">
    <path d={shape} />
  </svg>
);
