import type { CSSProperties } from "react";
import "./skeleton.css";

export interface SkeletonProps {
  /** CSS lengths of what will stand here. */
  width: CSSProperties["inlineSize"];
  height: CSSProperties["blockSize"];
  shape?: "bar" | "pill";
}

/** A grey place for something that is on its way, in its final size. */
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
