import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { Card } from "./card-data";

/**
 * Tells which works the reader has to ask for before they see them. Strangers are asked too, and
 * so is everybody while their wish is not known yet. What they never want, the server leaves out.
 */
export function useSensitiveOverlay(): (artwork: Card) => boolean {
  const settings = useQuery(api.community.profiles.settings.mine, {});
  return ({ sensitive }) => sensitive && settings?.sensitive !== "show";
}
