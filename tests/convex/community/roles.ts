import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { MutationCtx } from "../../../convex/_generated/server";
import { billing } from "../../../convex/billing";
import { LABEL, buyPlan, openSite, pngOf } from "./site";
import type { Site } from "./site";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,studios/members,studios/ownership,profiles/functions,uploads/reservations,storage/quota,studios/seatBalances,studios/seats,relationships/blocks,studios/storage,studios/functions}.ts",
);

const { members, seats, functions: studios } = api.community.studios;
const profiles = api.community.profiles.functions;
const uploads = api.community.uploads.functions;

export const SLUG = "ink-room";
const IN_INK = { slug: SLUG };

/**
 * The roles in the studio, which are also the usernames. `chosen` has a pending manager invitation;
 * `released` had a seat; `removed` was a member, and published a work for it.
 */
export const ROLES = [
  ...["nobody", "stranger", "invited", "chosen", "removed", "released", "seated", "manager"],
  "owner",
] as const;

/** The targets of actions: a member without a plan, one with their own plan, one who is invited. */
const OTHERS = ["spare", "heir", "guest", "fresh"];
/** Longer than any scheduled delay. */
const MOST_AT_ONCE = 10;
const SEATED = ["owner", "seated"] as const;

export type Room = Awaited<ReturnType<typeof openRoom>>;
export type Caller = Site["t"] | ReturnType<Site["person"]>;

/** A studio with a member in every role. */
export async function openRoom() {
  const site = await openSite(modules);
  const { t, person, settle, send } = site;
  for (const name of [...ROLES, ...OTHERS]) {
    if (name !== "nobody") await person(name).mutation(profiles.ensure, {});
  }
  for (const name of ["owner", "heir"]) await buyPlan(site, name);
  const owner = person("owner");
  await owner.mutation(studios.create, { ...IN_INK, name: "Ink Room" });
  for (const username of ["removed", "released", "seated", "spare", "heir", "manager"]) {
    const role = username === "manager" ? ("manager" as const) : ("member" as const);
    await owner.mutation(members.invite, { ...IN_INK, username, role });
    await person(username).mutation(members.accept, IN_INK);
  }
  for (const [username, role] of [
    ["invited", "member"],
    ["guest", "member"],
    ["chosen", "manager"],
  ] as const) {
    await owner.mutation(members.invite, { ...IN_INK, username, role });
  }
  const works = new Map<string, Id<"artworks">>();
  const give = async (username: string) =>
    await owner.action(seats.assign, { ...IN_INK, username });
  const hang = async (name: string, slug: string, state: "draft" | "published") => {
    const sent = {
      ...LABEL,
      clientUploadId: slug,
      storageId: await send(pngOf(3, 2), "image/png", name),
    };
    const work = { ...sent, title: slug, state, studio: SLUG };
    const { data, error } = await person(name).mutation(uploads.publish, work);
    if (!data) throw new Error(error.message);
    works.set(slug, data.artworkId);
  };
  await give("removed");
  await hang("removed", "left", "published");
  await owner.mutation(members.remove, { ...IN_INK, username: "removed" });
  await settle();
  for (const name of ["released", ...SEATED]) await give(name);
  await owner.mutation(seats.release, { ...IN_INK, username: "released" });
  await settle();
  await hang("seated", "hung", "published");
  await hang("seated", "draft", "draft");
  const workOf = (slug: string) => {
    const id = works.get(slug);
    if (!id) throw new Error(`${slug} does not hang`);
    return id;
  };
  const asOf = (role: string): Caller => (role === "nobody" ? t : person(role));
  return { ...site, workOf, asOf, seats: await t.run(seatsOf), names: await t.run(namesOf) };
}

async function namesOf({ db }: MutationCtx): Promise<Record<string, string>> {
  const people = await db.query("profiles").take(20);
  return Object.fromEntries(people.map(({ _id, username }) => [_id, username]));
}

/** The first holder of each seat. */
async function seatsOf(ctx: MutationCtx): Promise<Record<string, string>> {
  const rows = await ctx.db.query("studioMembers").take(20);
  const seated = rows.flatMap(({ entityId, profileId }) =>
    entityId ? [{ entityId, profileId }] : [],
  );
  const named = seated.map(async ({ entityId, profileId }) => {
    return [entityId, (await ctx.db.get("profiles", profileId))?.username ?? ""] as const;
  });
  return Object.fromEntries(await Promise.all(named));
}

/** The arguments of scheduled functions. */
type Told = Partial<Record<"entityId" | "customerId" | "from", string>>;

/** The state of the studio as text. */
export async function wordsOf(ctx: MutationCtx, room: Room): Promise<string[]> {
  const { db } = ctx;
  const nameOf = (id: Id<"profiles">) => room.names[id] ?? id;
  const lines: string[] = [];
  for (const { slug, ownerId, customerId, offeredTo } of await db.query("studios").take(20)) {
    lines.push(`${slug} of ${nameOf(ownerId)}, paid by ${customerId}`);
    if (offeredTo) lines.push(`${slug} offered to ${nameOf(offeredTo)}`);
  }
  for (const { profileId, role, state, entityId } of await db.query("studioMembers").take(30)) {
    const seat = entityId === null ? "" : ` (${room.seats[entityId] ?? "new"}'s)`;
    lines.push(`${nameOf(profileId)} ${state} as ${role}${seat}`);
  }
  for (const row of await db.query("notifications").take(30)) {
    if (row.kind !== "invite" && row.kind !== "offer") continue;
    const told = row.kind === "invite" ? "asked" : "told of an offer";
    lines.push(`${nameOf(row.recipientId)} ${told} by ${nameOf(row.actorId)}`);
  }
  const newest = db.system.query("_scheduled_functions").order("desc").take(MOST_AT_ONCE);
  for (const { name, args, state } of await newest) {
    if (state.kind !== "pending") continue;
    const [{ entityId = "", customerId = "", from = customerId }] = args as [Told];
    lines.push([name.replace("community/", ""), room.seats[entityId], from].join(" ").trim());
  }
  for (const { title, state, studioId, payerId } of await db.query("artworks").take(30)) {
    lines.push(`${title} ${state}${studioId ? " for the studio" : ""}, paid by ${payerId}`);
  }
  return lines;
}

interface Reading {
  read?: (ctx: MutationCtx, room: Room) => Promise<string[]>;
  /** The state before; by default it is read. */
  known?: readonly string[];
}

const UNDONE = "Everything is as it was";

/**
 * Tries an action, and rolls everything back.
 *
 * @returns The error code; or what was added (+) and removed (−).
 */
export async function attempt(
  room: Room,
  role: string,
  act: (ctx: MutationCtx) => Promise<{ error: { code: string } | null }>,
  { read = wordsOf, known }: Reading = {},
): Promise<string> {
  let outcome = "";
  try {
    await room.asOf(role).run(async (ctx) => {
      const before = known ?? (await read(ctx, room));
      const { error } = await act(ctx);
      const after = await read(ctx, room);
      const [come, gone] = [without(after, before), without(before, after)];
      const signs = [...gone.map((line) => `− ${line}`), ...come.map((line) => `+ ${line}`)];
      outcome = [...(error ? [error.code] : []), ...signs].join("; ");
      throw new Error(UNDONE);
    });
  } catch (thrown) {
    if (!(thrown instanceof Error) || thrown.message !== UNDONE) throw thrown;
  }
  return outcome;
}

/** The elements of the first list that are not in the second, with multiplicity. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** The used uploads of each seat of the studio, and of a member's own plan. */
export async function usedUploads(ctx: MutationCtx, room: Room, role: string): Promise<string[]> {
  const lines: string[] = [];
  const read = async (whose: string, who: { customerId: string; entityId?: string }) => {
    const { data } = await billing.feature(ctx, who, "uploads");
    lines.push(`${whose}: ${data?.usage ?? 0}`);
  };
  for (const [entityId, name] of Object.entries(room.seats)) {
    await read(`seat of ${name}`, { customerId: "owner", entityId });
  }
  if (role !== "owner") await read(role, { customerId: role });
  return lines;
}
