import { Bell, Check, CircleAlert, Info } from "lucide-react";
import type { ReactNode } from "react";
import "./notice.css";

const ICONS = { lamp: Bell, danger: CircleAlert, success: Check, info: Info };

export interface NoticeProps {
  tone: keyof typeof ICONS;
  /** The fact, in bold. */
  title: string;
  /** The meaning, and what stays safe. */
  children?: ReactNode;
  /** One button. */
  action?: ReactNode;
  /** `banner` spans the page under the header. Default `panel`. */
  look?: "panel" | "banner";
}

/** A message that stays until it is resolved. */
export function Notice({ tone, title, children, action, look = "panel" }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div
      className="billing-notice"
      data-slot="notice"
      data-tone={tone}
      data-look={look}
      role={tone === "danger" ? "alert" : "status"}
    >
      <Icon className="billing-notice-icon" size={20} strokeWidth={1.75} aria-hidden />
      <p className="billing-notice-words">
        <b>{title}</b> {children}
      </p>
      {action}
    </div>
  );
}
