import { useQuery } from "convex/react";
import { api } from "../../convex/_generated/api";

/** How much one is told and has not read; zero for strangers. */
export function useUnread(): number {
  return useQuery(api.community.notifications.functions.unread, {}) ?? 0;
}
