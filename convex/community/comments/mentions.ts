import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isBlockedEitherWay } from "../relationships/model";
import { findProfile } from "../profiles/model";

const MAX_MENTIONS = 10;

/**
 * The names that a text mentions with an @, without duplicates. A full stop after
 * a name belongs to the text.
 */
export function namesIn(text: string): string[] {
  const names = [...text.matchAll(/(?<![\w@.-])@([A-Za-z0-9._-]{3,20})/g)].map(([, name = ""]) =>
    name.replace(/[.-]+$/, "").toLowerCase(),
  );
  return [...new Set(names)].slice(0, MAX_MENTIONS);
}

/** The usernames that a text mentions. */
export async function usernamesIn(ctx: QueryCtx, text: string): Promise<string[]> {
  const people = await Promise.all(namesIn(text).map((name) => findProfile(ctx, name)));
  return people.flatMap((person) => (person ? [person.username] : []));
}

/**
 * The members mentioned in an author's text. Leaves out the author, and everyone on either side of
 * a block with the author.
 */
export async function mentionedIn(
  ctx: QueryCtx,
  text: string,
  author: Doc<"profiles">,
): Promise<Id<"profiles">[]> {
  const found: Id<"profiles">[] = [];
  for (const name of namesIn(text)) {
    const person = await findProfile(ctx, name);
    if (!person || person._id === author._id) continue;
    if (!(await isBlockedEitherWay(ctx, author._id, person._id))) found.push(person._id);
  }
  return found;
}
