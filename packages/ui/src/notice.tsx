import type { ReactNode } from "react";
import { Icon } from "./icon";
import { BELL, CHECK, CIRCLE_ALERT, INFO } from "./icon-shapes";
import "./notice.css";

const SHAPES = { lamp: BELL, danger: CIRCLE_ALERT, success: CHECK, info: INFO };

export interface NoticeProps {
  tone: keyof typeof SHAPES;
  /** The fact, in bold. */
  title: string;
  /** What it means, and whether anything is lost. */
  children?: ReactNode;
  /** One button. */
  action?: ReactNode;
  /** `banner` spans the page under the header. Default `panel`. */
  look?: "panel" | "banner";
}

/** A message that stays until it is resolved. */
export function Notice({ tone, title, children, action, look = "panel" }: NoticeProps) {
  return (
    <div
      className="billing-notice"
      data-slot="notice"
      data-tone={tone}
      data-look={look}
      role={tone === "danger" ? "alert" : "status"}
    >
      <Icon shape={SHAPES[tone]} />
      <p className="billing-notice-words">
        <b>{title}</b> {children}
      </p>
      {action}
    </div>
  );
}
