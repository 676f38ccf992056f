import { describe, expect, it } from "vitest";
import { choicesFor } from "../../../src/community/studio/member-choices";
import type { MemberChoice } from "../../../src/community/studio/member-choices";
import type { Member, Studio } from "../../../src/community/studio/studio-data";

const memberAs = (username: string, role: Member["role"], state: Member["state"]): Member => ({
  ...{ username, name: username, avatarUrl: null, role, state },
});
const OWNER = { username: "ada", name: "Ada", avatarUrl: null };
const studioFor = (ownRole: Studio["ownRole"]): Studio => ({
  ...{ slug: "ink", name: "Ink", owner: OWNER, people: [OWNER], ownRole, state: "seated" },
  offeredTo: null,
});
const JOINED = memberAs("joe", "member", "joined");

type Row = [
  ownRole: "owner" | "manager",
  who: Member,
  others: readonly Member[],
  choices: readonly MemberChoice[],
];
const ADA_SITS = memberAs("ada", "manager", "seated");
const BEN_SITS = memberAs("ben", "member", "seated");
const ROWS: readonly Row[] = [
  ["owner", ADA_SITS, [], ["release"]],
  ["owner", ADA_SITS, [JOINED], ["transfer", "release"]],
  ["owner", ADA_SITS, [memberAs("eve", "member", "invited"), BEN_SITS], ["release"]],
  ["owner", memberAs("ada", "manager", "joined"), [BEN_SITS], []],
  ["owner", BEN_SITS, [], ["release", "role", "handOver", "remove"]],
  ["owner", BEN_SITS, [JOINED], ["transfer", "release", "role", "handOver", "remove"]],
  ["owner", JOINED, [BEN_SITS], ["role", "handOver", "remove"]],
  ["owner", memberAs("eve", "manager", "invited"), [JOINED], ["role", "remove"]],
  ["manager", BEN_SITS, [JOINED], ["transfer", "release", "role", "remove"]],
  ["manager", JOINED, [], ["role", "remove"]],
  ["manager", ADA_SITS, [JOINED], ["transfer", "release"]],
];

describe("choicesFor", () => {
  it.each(ROWS)("offers the studio's %s for %j, beside %j: %j", (ownRole, who, others, choices) => {
    const found = choicesFor(who, [who, ...others], studioFor(ownRole));
    expect(found.map(({ choice }) => choice)).toEqual(choices);
  });

  it.each([
    [memberAs("ben", "member", "seated"), "role", "Make them a manager"],
    [memberAs("ben", "manager", "seated"), "role", "Make them a member"],
    [memberAs("ben", "member", "joined"), "remove", "Remove from the studio"],
    [memberAs("ben", "member", "invited"), "remove", "Withdraw the invitation"],
  ] as const)("labels the action for %j, %s, with %j", (who, choice, label) => {
    const found = choicesFor(who, [who], studioFor("owner"));
    expect(found).toContainEqual({ choice, label });
  });
});
