import { useConvex, useConvexAuth } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import useSWR from "swr";
import { api } from "../../../convex/_generated/api";

type Answer = FunctionReturnType<typeof api.devBilling.run>;
export type Wish = FunctionArgs<typeof api.devBilling.run>["wish"];
export type Timeline = NonNullable<Answer["data"]>;

/** The clock of the caller's customer, and the actions on it. */
export function useTimeline() {
  const convex = useConvex();
  const send = (wish: Wish) => convex.action(api.devBilling.run, { wish });
  const { isAuthenticated } = useConvexAuth();
  // Right after sign-in, the deployment may not know the user yet.
  const key = isAuthenticated ? "dev-billing" : null;
  const { data: seen, mutate } = useSWR(key, () => send({ do: "read" }));

  async function ask(wish: Wish): Promise<Answer> {
    const answer = await send(wish);
    if (answer.data) await mutate(answer, { revalidate: false });
    return answer;
  }

  return { timeline: seen?.data ?? null, refusal: seen?.error?.code ?? null, ask };
}
