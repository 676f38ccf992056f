import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { Card } from "./card-data";

/**
 * Tells which works are covered until the viewer reveals them. Visitors, and users whose setting
 * has not loaded, get the cover too. The server omits works that a user never wants to see.
 */
export function useSensitiveOverlay(): (artwork: Card) => boolean {
  const settings = useQuery(api.community.profiles.settings.mine, {});
  return ({ sensitive }) => sensitive && settings?.sensitive !== "show";
}
