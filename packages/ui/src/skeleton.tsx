import type { CSSProperties } from "react";
import "./skeleton.css";

export interface SkeletonProps {
  /** The size of the content, in CSS lengths. */
  width: CSSProperties["inlineSize"];
  height: CSSProperties["blockSize"];
  shape?: "bar" | "pill";
}

/** A grey placeholder of content that is loading, in its final size. */
export function Skeleton({ width, height, shape = "bar" }: SkeletonProps) {
  return (
    <span
      className="billing-skeleton"
      data-slot="skeleton"
      data-shape={shape}
      aria-hidden="true"
      style={{ inlineSize: width, blockSize: height }}
    />
  );
}
