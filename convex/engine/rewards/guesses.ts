import { fail } from "../../contract/errors";
import type { Failure } from "../../contract/errors";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { guessesAt } from "../rules/guesses";

/** Refuses to look a code up for a customer who guessed wrong too often. */
export function refuseGuess({ code_guesses }: Doc<"customers">): Failure | null {
  return guessesAt(code_guesses, Date.now()).left < 1 ? TOO_MANY : null;
}

/** Counts a code that does not exist. It is real time that gives guesses back. */
export async function noteWrongGuess(ctx: MutationCtx, id: Id<"customers">): Promise<void> {
  const customer = await ctx.db.get("customers", id);
  const { left, at } = guessesAt(customer?.code_guesses, Date.now());
  await ctx.db.patch("customers", id, { code_guesses: { left: Math.max(0, left - 1), at } });
}

const TOO_MANY = fail("rate_limit_exceeded", "Too many wrong codes: try again in a minute", 429);
