import type { ReactNode } from "react";
import "./frames.css";

export interface FramesProps {
  /** `empty`: one frame is lit. `error`: one hangs crooked. */
  look: "empty" | "error";
  title: string;
  /** What happened, what is safe. */
  children: ReactNode;
  /** One button or link. */
  action?: ReactNode;
}

/** Four frames without pictures, and words beside them. */
export function Frames({ look, title, children, action }: FramesProps) {
  return (
    <section className="frames" data-look={look} role={look === "error" ? "alert" : undefined}>
      <div className="frames-wall" aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
      </div>
      <div className="frames-words">
        <h1>{title}</h1>
        <p>{children}</p>
        {action}
      </div>
    </section>
  );
}
