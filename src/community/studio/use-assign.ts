import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useRequest } from "../../shared/use-request";
import type { Studio } from "./studio-data";
import { useMoreSeats } from "./use-more-seats";

/**
 * Assigns a seat to a member. If all seats are used, the owner is asked how many
 * there should be.
 */
export function useAssign({ slug, ownRole }: Studio) {
  const give = useAction(api.community.studios.seats.assign);
  const { buy } = useMoreSeats();
  const [busy, run] = useRequest();

  async function giveOrBuy(username: string) {
    const given = await give({ slug, username });
    if (given.error?.code === "insufficient_balance" && ownRole === "owner") buy?.();
    return given;
  }
  return { busy, assign: (username: string) => run(() => giveOrBuy(username)) };
}
