import type { ReactNode } from "react";
import "./empty-state.css";

export interface EmptyStateProps {
  /** `empty`: one frame is highlighted. `error`: one frame is tilted. */
  look: "empty" | "error";
  title: string;
  /** What happened, and whether anything is lost. */
  children: ReactNode;
  /** One button or link. */
  action?: ReactNode;
  /** `h2` under a page's own heading. Default `h1`. */
  heading?: "h1" | "h2";
  /** Additional content below. */
  more?: ReactNode;
}

/** A drawing of four empty frames, with text next to it. */
export function EmptyState(props: EmptyStateProps) {
  const { look, title, children, action, heading: Heading = "h1", more } = props;
  return (
    <section className="empty-state" data-look={look} role={look === "error" ? "alert" : undefined}>
      <div className="empty-state-frames" aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
      </div>
      <div className="empty-state-text">
        <Heading>{title}</Heading>
        <p>{children}</p>
        {action}
        {more}
      </div>
    </section>
  );
}
