import { useId } from "react";
import type { ReactNode } from "react";
import "./section.css";

interface SectionProps {
  title: string;
  slot: string;
  children: ReactNode;
}

/** A heading with a line, and its content. */
export function Section({ title, slot, children }: SectionProps) {
  const headingId = useId();
  return (
    <section className="billing-section" data-slot={slot} aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      {children}
    </section>
  );
}
