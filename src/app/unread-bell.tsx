import { Bell } from "lucide-react";
import "./unread.css";

/**
 * A bell, highlighted if there are unread notifications. Decorative: the text next to it has the
 * count.
 */
export function UnreadBell({ unread, size }: { unread: number; size: number }) {
  return (
    <span className="app-unread-mark" data-state={unread === 0 ? "read" : "unread"}>
      <Bell size={size} strokeWidth={1.75} aria-hidden />
    </span>
  );
}
