import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { MutationCtx } from "../../../convex/_generated/server";
import { ROLES, SLUG, attempt, openRoom, usedUploads, wordsOf } from "./roles";
import type { Caller, Room } from "./roles";
import { FIRST_PAGE, LABEL, pngOf } from "./site";

const artworks = api.community.artworks.functions;
const { members, ownership, seatBalances, functions: studios } = api.community.studios;
const { reservations } = api.community.uploads;

const IN_INK = { slug: SLUG };
const to = (username: string) => ({ ...IN_INK, username });

let room: Room;
function enter() {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
  // The clock stands still, so that scheduled functions do not run.
  vi.useFakeTimers();
}
beforeAll(async () => {
  enter();
  room = await openRoom();
});
beforeEach(enter);

type Act = (ctx: MutationCtx) => Promise<{ error: { code: string } | null }>;
/** The outcome for each role. */
type Outcomes = Readonly<Record<string, string>>;

const all = (outcome: string, but: Outcomes = {}): Outcomes => ({
  ...Object.fromEntries(ROLES.map((role) => [role, outcome])),
  nobody: "unauthenticated",
  ...but,
});
/** For owner and managers only. */
const run = (outcome: string, but: Outcomes = {}) =>
  all("forbidden", { manager: outcome, owner: outcome, ...but });
/** For the owner only. */
const own = (outcome: string, but: Outcomes = {}) => all("forbidden", { owner: outcome, ...but });
/** For members only. */
const belong = (outcome: string, but: Outcomes = {}) =>
  all(outcome, { stranger: "studio_not_found", removed: "studio_not_found", ...but });

/** The seats are released, and the owner of the plan is notified. */
const FREED = ["+ studios/seats:deleteSeat seated owner", "+ studios/seats:deleteSeat owner owner"];
const ASKED = ["invited", "guest", "chosen"];
/** The studio passes to the invited owner, whose plan pays. */
const TAKEN = [
  ...["− ink-room of owner, paid by owner", "+ ink-room of heir, paid by heir"],
  ...["− ink-room offered to heir", "− heir told of an offer by owner"],
  ...["− owner seated as manager (owner's)", "+ owner joined as manager"],
  ...["− heir joined as member", "+ heir joined as manager"],
  ...["− seated seated as member (seated's)", "+ seated joined as member"],
  ...ASKED.flatMap((name) => [`− ${name} asked by owner`, `+ ${name} asked by heir`]),
  ...[...FREED, "+ studios/storage:move  owner"],
].join("; ");
/** The studio returns to the previous owner, who pays again. */
const BACK = [
  ...["− ink-room of heir, paid by heir", "+ ink-room of owner, paid by owner"],
  ...["− ink-room offered to owner", "− owner told of an offer by heir"],
  ...ASKED.flatMap((name) => [`− ${name} asked by heir`, `+ ${name} asked by owner`]),
  "+ studios/storage:move  heir",
].join("; ");
const joined = (name: string) => `− ${name} joined as member`;
const unseat = (name: string) =>
  `− ${name} seated as member (${name}'s); + ${name} joined as member; + studios/seats:deleteSeat ${name} owner`;

const ACTIONS: Readonly<Record<string, readonly [Act, Outcomes]>> = {
  "create another studio": [
    (ctx) => ctx.runMutation(studios.create, { slug: "other", name: "Other" }),
    all("insufficient_balance", {
      owner: "+ other of owner, paid by owner; + owner joined as manager",
    }),
  ],
  "create one with the same address": [
    (ctx) => ctx.runMutation(studios.create, { ...IN_INK, name: "Other" }),
    all("slug_taken"),
  ],
  "invite an artist": [
    (ctx) => ctx.runMutation(members.invite, { ...to("fresh"), role: "manager" }),
    run("+ fresh invited as manager; + fresh asked by owner"),
  ],
  "invite an unknown name": [
    (ctx) => ctx.runMutation(members.invite, { ...to("no-one"), role: "member" }),
    run("artist_not_found"),
  ],
  "give a member another role": [
    (ctx) => ctx.runMutation(members.invite, { ...to("spare"), role: "manager" }),
    run(`${joined("spare")}; + spare joined as manager`),
  ],
  "give the owner another role": [
    (ctx) => ctx.runMutation(members.invite, { ...to("owner"), role: "member" }),
    run("forbidden"),
  ],
  accept: [
    (ctx) => ctx.runMutation(members.accept, IN_INK),
    belong("", {
      invited: "− invited invited as member; + invited joined as member",
      chosen: "− chosen invited as manager; + chosen joined as manager",
    }),
  ],
  leave: [
    (ctx) => ctx.runMutation(members.leave, IN_INK),
    belong("", {
      invited: "− invited invited as member; − invited asked by owner",
      chosen: "− chosen invited as manager; − chosen asked by owner",
      released: `${joined("released")}; − released asked by owner`,
      seated: `− seated seated as member (seated's); − seated asked by owner; + studios/seats:deleteSeat seated owner`,
      manager: "− manager joined as manager; − manager asked by owner",
      owner: "owns_studio",
    }),
  ],
  "remove a member": [
    (ctx) => ctx.runMutation(members.remove, to("spare")),
    run(`${joined("spare")}; − spare asked by owner`),
  ],
  "remove a member with a seat": [
    (ctx) => ctx.runMutation(members.remove, to("seated")),
    run(
      `− seated seated as member (seated's); − seated asked by owner; + studios/seats:deleteSeat seated owner`,
    ),
  ],
  "remove an invited artist": [
    (ctx) => ctx.runMutation(members.remove, to("guest")),
    run("− guest invited as member; − guest asked by owner"),
  ],
  "remove the owner": [(ctx) => ctx.runMutation(members.remove, to("owner")), run("owns_studio")],
  "remove an artist who is not a member": [
    (ctx) => ctx.runMutation(members.remove, to("stranger")),
    run("artist_not_found"),
  ],
  "plan a seat for a member": [
    (ctx) => ctx.runMutation(internal.community.studios.seats.choose, to("spare")),
    run(""),
  ],
  "plan a seat for an invited artist": [
    (ctx) => ctx.runMutation(internal.community.studios.seats.choose, to("guest")),
    run("artist_not_found"),
  ],
  "release a seat": [
    (ctx) => ctx.runMutation(api.community.studios.seats.release, to("seated")),
    run(unseat("seated")),
  ],
  "release the seat of a member without one": [
    (ctx) => ctx.runMutation(api.community.studios.seats.release, to("spare")),
    run(""),
  ],
  "transfer a seat": [
    (ctx) =>
      ctx.runMutation(api.community.studios.seats.transfer, {
        ...IN_INK,
        from: "seated",
        to: "spare",
      }),
    run(
      `− seated seated as member (seated's); ${joined("spare")}; ` +
        "+ seated joined as member; + spare seated as member (seated's)",
    ),
  ],
  "transfer a seat to an invited artist": [
    (ctx) =>
      ctx.runMutation(api.community.studios.seats.transfer, {
        ...IN_INK,
        from: "seated",
        to: "guest",
      }),
    run("artist_not_found"),
  ],
  "transfer a seat to a member with one": [
    (ctx) =>
      ctx.runMutation(api.community.studios.seats.transfer, {
        ...IN_INK,
        from: "seated",
        to: "owner",
      }),
    run("too_many"),
  ],
  "transfer a missing seat": [
    (ctx) =>
      ctx.runMutation(api.community.studios.seats.transfer, {
        ...IN_INK,
        from: "spare",
        to: "heir",
      }),
    run("no_seat"),
  ],
  "offer the ownership": [
    (ctx) => ctx.runMutation(members.handOver, to("heir")),
    own("+ ink-room offered to heir; + heir told of an offer by owner"),
  ],
  "accept an offer that does not exist": [
    (ctx) => ctx.runMutation(ownership.accept, IN_INK),
    belong("no_offer"),
  ],
  "decline an offer that does not exist": [
    (ctx) => ctx.runMutation(ownership.decline, IN_INK),
    belong("no_offer", { owner: "" }),
  ],
  "offer the ownership to a member without a plan": [
    (ctx) => ctx.runMutation(members.handOver, to("spare")),
    own("no_plan"),
  ],
  "offer the ownership to an invited artist": [
    (ctx) => ctx.runMutation(members.handOver, to("guest")),
    own("no_plan"),
  ],
  "offer the ownership to an artist who is not a member": [
    (ctx) => ctx.runMutation(members.handOver, to("stranger")),
    run("artist_not_found"),
  ],
  "offer the ownership to its owner": [
    (ctx) => ctx.runMutation(members.handOver, to("owner")),
    own(""),
  ],
  "edit a work of the studio": [
    (ctx) => ctx.runMutation(artworks.edit, { id: room.workOf("hung"), title: "edited" }),
    all("forbidden", {
      seated:
        "− hung published for the studio, paid by owner; + edited published for the studio, paid by owner",
    }),
  ],
  "publish a draft of the studio": [
    (ctx) => ctx.runMutation(artworks.setState, { id: room.workOf("draft"), state: "published" }),
    all("artwork_not_found", {
      seated:
        "− draft draft for the studio, paid by owner; + feed/fanOut:fanOut; + draft published for the studio, paid by owner",
    }),
  ],
  "delete a work of the studio": [
    (ctx) => ctx.runMutation(artworks.remove, { id: room.workOf("hung") }),
    all("forbidden", {
      seated:
        "− hung published for the studio, paid by owner; + artworks/deletion:deleteArtworkRows; + feed/fanOut:removeArtwork; + storage/quota:syncUsage  owner",
    }),
  ],
  "edit their own work after they were removed": [
    (ctx) => ctx.runMutation(artworks.edit, { id: room.workOf("left"), title: "edited" }),
    all("forbidden", {
      removed:
        "− left published for the studio, paid by owner; + edited published for the studio, paid by owner",
    }),
  ],
  "close it": [
    (ctx) => ctx.runMutation(studios.close, IN_INK),
    own(
      [
        ...["− ink-room of owner, paid by owner", "− owner seated as manager (owner's)"],
        ...["− seated seated as member (seated's)", "− manager joined as manager"],
        ...["released", "spare", "heir"].map(joined),
        ...["− invited invited as member", "− guest invited as member"],
        "− chosen invited as manager",
        ...[...ASKED, "released", "seated", "spare", "heir", "manager"].map(
          (name) => `− ${name} asked by owner`,
        ),
        ...FREED,
      ].join("; "),
    ),
  ],
};

/** The added and removed rows, in any order. */
const tidy = (outcomes: Outcomes) =>
  Object.fromEntries(
    Object.entries(outcomes).map(([role, said]) => [role, said.split("; ").sort()]),
  );

async function expectOutcomes(act: Act, outcomes: Outcomes) {
  const got: Record<string, string> = {};
  const known = await room.t.run(async (ctx) => await wordsOf(ctx, room));
  for (const role of Object.keys(outcomes)) got[role] = await attempt(room, role, act, { known });
  expect(tidy(got)).toEqual(tidy(outcomes));
}

describe("in a studio", () => {
  it.each(Object.entries(ACTIONS))(
    "allows the right roles to %s, with the right effect",
    async (_name, [act, outcomes]) => {
      await expectOutcomes(act, outcomes);
    },
  );

  // The removed member used an upload; when assigned again, that seat continues with the rest.
  it.each<[string, Look, Outcomes]>([
    [
      "the list of members",
      async (as) => String((await as.query(members.list, IN_INK)).length),
      { ...none("0"), released: "9", seated: "9", manager: "9", owner: "9" },
    ],
    [
      "the number of taken seats",
      async (as) => String((await as.query(seatBalances.ofStudio, IN_INK))?.usage),
      { ...none("undefined"), released: "2", seated: "2", manager: "2", owner: "2" },
    ],
    [
      "the rest of a seat",
      async (as) => String((await as.query(seatBalances.ofMember, to("seated")))?.balance),
      { ...none("undefined"), released: "58", seated: "58", manager: "58", owner: "58" },
    ],
    [
      "the rest of their own seats",
      async (as) => {
        const seats = await as.query(seatBalances.mine, {});
        return seats.map(({ slug, uploads, isOwn }) => [slug, uploads?.balance, isOwn]).join();
      },
      { ...none(""), seated: "ink-room,58,false", owner: "ink-room,60,true" },
    ],
    [
      "their ownRole in it",
      async (as) => {
        const found = await as.query(studios.get, IN_INK);
        return `${found?.ownRole} ${found?.state}`;
      },
      {
        ...none("null null"),
        ...{ invited: "null invited", chosen: "null invited", released: "member joined" },
        ...{ seated: "member seated", manager: "manager joined", owner: "owner seated" },
      },
    ],
    [
      "the list of their studios",
      async (as) => {
        const own = await as.query(studios.mine, {});
        return own.map(({ slug, ownRole, state }) => `${slug} ${ownRole} ${state}`).join();
      },
      {
        ...none(""),
        ...{ invited: "ink-room null invited", chosen: "ink-room null invited" },
        ...{ released: "ink-room member joined", seated: "ink-room member seated" },
        ...{ manager: "ink-room manager joined", owner: "ink-room owner seated" },
      },
    ],
    [
      "its drafts",
      async (as) => {
        const drafts = await as.query(artworks.unpublished, { state: "draft", ...FIRST_PAGE });
        const draft = await as.query(artworks.get, { id: room.workOf("draft") });
        const { page } = await as.query(studios.listWorks, { ...IN_INK, ...FIRST_PAGE });
        return `${drafts.page.length} ${draft?.artwork.title} ${page.map(({ title }) => title).join()}`;
      },
      { ...none("0 undefined hung,left"), seated: "1 draft hung,left" },
    ],
  ])("%s is visible to the right roles", async (_name, look, outcomes) => {
    const got: Record<string, string> = {};
    for (const role of ROLES) got[role] = await look(room.asOf(role));
    expect(got).toEqual(outcomes);
  });

  it.each(["hung", "reserved"])("a work that is %s for it uses up a seat", async (how) => {
    const own = (name: string) => (how === "hung" ? `− ${name}: 0; + ${name}: 1` : "");
    const seat = (name: string, used: number) => {
      const count = (uploads: number) => `seat of ${name}: ${uploads}`;
      return how === "hung" ? `− ${count(used)}; + ${count(used + 1)}` : "";
    };
    expect(await paidBy(how, SLUG)).toEqual({
      ...{ nobody: "unauthenticated", stranger: "studio_not_found", removed: "studio_not_found" },
      ...{ invited: "no_seat", chosen: "no_seat", released: "no_seat", manager: "no_seat" },
      ...{ seated: seat("seated", 2), owner: seat("owner", 0) },
    });
    const others = ROLES.filter((role) => role !== "nobody" && role !== "owner");
    expect(await paidBy(how, null)).toEqual({
      ...Object.fromEntries(others.map((role) => [role, own(role)])),
      ...{ nobody: "unauthenticated", owner: seat("owner", 0) },
    });
  });

  it("an invitation does not show its sender to members who blocked each other", async () => {
    const invite: Act = (ctx) =>
      ctx.runMutation(members.invite, { ...to("fresh"), role: "member" });
    const block = { username: "manager", kind: "block" as const, enabled: true };
    await room.person("fresh").mutation(api.community.relationships.blocks.set, block);
    const asked = "+ fresh invited as member; + fresh asked by owner";
    await expectOutcomes(invite, { manager: "blocked", owner: asked });
    const open = { ...block, enabled: false };
    await room.person("fresh").mutation(api.community.relationships.blocks.set, open);
    await expectOutcomes(invite, { manager: asked, owner: asked });
  });
});

type Look = (as: Caller) => Promise<string>;

function none(nothing: string): Outcomes {
  return Object.fromEntries(ROLES.map((role) => [role, nothing]));
}

/** The customer whose uploads a work of each role uses, with and without the studio. */
async function paidBy(how: string, studio: string | null): Promise<Record<string, string>> {
  const got: Record<string, string> = {};
  for (const role of ROLES) {
    const storageId = await room.send(pngOf(3, 2), "image/png", role);
    const file = { clientUploadId: "new", width: 3, height: 2, bytes: 33 };
    const act: Act = async (ctx) => {
      if (how === "reserved") {
        return await ctx.runMutation(reservations.reserve, { ...file, ...(studio && { studio }) });
      }
      const work = { ...LABEL, clientUploadId: "new", storageId, ...(studio && { studio }) };
      return await ctx.runMutation(api.community.uploads.functions.publish, work);
    };
    const read = async (ctx: MutationCtx) => await usedUploads(ctx, room, role);
    got[role] = await attempt(room, role, act, { read });
  }
  return got;
}

describe("a transferred studio", () => {
  const AFTER: Readonly<Record<string, readonly [Act, Outcomes]>> = {
    "invite an artist": [
      (ctx) => ctx.runMutation(members.invite, { ...to("fresh"), role: "member" }),
      {
        ...{ seated: "forbidden", chosen: "forbidden" },
        ...Object.fromEntries(
          ["owner", "heir", "manager"].map((role) => [
            role,
            "+ fresh invited as member; + fresh asked by heir",
          ]),
        ),
      },
    ],
    "close it": [
      (ctx) => ctx.runMutation(studios.close, { slug: SLUG }),
      { owner: "forbidden", manager: "forbidden", seated: "forbidden" },
    ],
    "offer the ownership": [
      (ctx) => ctx.runMutation(members.handOver, to("owner")),
      {
        ...{ owner: "forbidden", manager: "forbidden", seated: "forbidden" },
        heir: "+ ink-room offered to owner; + owner told of an offer by heir",
      },
    ],
    leave: [
      (ctx) => ctx.runMutation(members.leave, IN_INK),
      { owner: "− owner joined as manager", heir: "owns_studio" },
    ],
    "remove the earlier owner": [
      (ctx) => ctx.runMutation(members.remove, to("owner")),
      { heir: "− owner joined as manager", manager: "− owner joined as manager" },
    ],
    "remove the owner": [
      (ctx) => ctx.runMutation(members.remove, to("heir")),
      { owner: "owns_studio", manager: "owns_studio" },
    ],
    "give the earlier owner another role": [
      (ctx) => ctx.runMutation(members.invite, { ...to("owner"), role: "member" }),
      { heir: "− owner joined as manager; + owner joined as member" },
    ],
    "give who owns it another role": [
      (ctx) => ctx.runMutation(members.invite, { ...to("heir"), role: "member" }),
      { heir: "forbidden", owner: "forbidden", manager: "forbidden" },
    ],
    "reserve an upload for it": [
      (ctx) =>
        ctx.runMutation(reservations.reserve, {
          ...{ clientUploadId: "new", bytes: 10, width: 1, height: 1, studio: SLUG },
        }),
      { owner: "no_seat", seated: "no_seat", heir: "no_seat" },
    ],
    "reserve an upload for themselves": [
      (ctx) =>
        ctx.runMutation(reservations.reserve, {
          ...{ clientUploadId: "new", bytes: 10, width: 1, height: 1 },
        }),
      { owner: "no_seat", seated: "", heir: "no_seat" },
    ],
  };

  beforeAll(async () => {
    vi.useFakeTimers();
    const { error } = await room.person("owner").mutation(members.handOver, to("heir"));
    if (error) throw new Error(error.message);
    // Until the other accepts, nothing changes.
    await expectOutcomes(
      (ctx) => ctx.runMutation(ownership.accept, IN_INK),
      belong("no_offer", { heir: TAKEN }),
    );
    const ended = "− ink-room offered to heir; − heir told of an offer by owner";
    await expectOutcomes(
      (ctx) => ctx.runMutation(ownership.decline, IN_INK),
      belong("no_offer", { heir: ended, owner: ended }),
    );
    const accepted = await room.person("heir").mutation(ownership.accept, IN_INK);
    if (accepted.error) throw new Error(accepted.error.message);
    await room.settle();
  });

  it("returns to its earlier owner only when they accept", async () => {
    expect((await room.person("heir").mutation(members.handOver, to("owner"))).error).toBeNull();
    await expectOutcomes((ctx) => ctx.runMutation(ownership.accept, IN_INK), {
      ...{ heir: "no_offer", manager: "no_offer", owner: BACK },
    });
    expect((await room.person("owner").mutation(ownership.decline, IN_INK)).error).toBeNull();
  });

  it.each(Object.entries(AFTER))("lets the right roles %s, and no others", async (_, row) => {
    await expectOutcomes(...row);
  });

  it("has seats of the new plan, and its works use the new owner's storage", async () => {
    const { person } = room;
    const balance = await person("heir").query(seatBalances.ofStudio, IN_INK);
    expect(balance).toMatchObject({ usage: 0, balance: 3 });
    const [line] = await room.t.run(async (ctx) => {
      const rows = await ctx.db.query("artworks").take(10);
      return [rows.map(({ title, payerId }) => `${title} ${payerId}`).sort()];
    });
    expect(line).toEqual(["draft heir", "hung heir", "left heir"]);
  });
});
