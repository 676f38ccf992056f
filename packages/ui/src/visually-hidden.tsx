import type { ReactNode } from "react";
import "./visually-hidden.css";

/** Words for screen readers where eyes see something else. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="billing-visually-hidden">{children}</span>;
}
