import { useId } from "react";
import type { ReactNode } from "react";

/** A part of a settings page, under its own heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section className="settings-account settings-part" aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      {children}
    </section>
  );
}
