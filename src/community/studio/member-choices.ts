import type { Member, Studio } from "./studio-data";
import { t } from "../../language/text";

/** The actions on a member, without seats. */
export type MemberChoice = "transfer" | "release" | "role" | "handOver" | "remove";

/** The actions that a member allows now, in the order of the menu. */
export function choicesFor(
  { username, role, state }: Member,
  all: readonly Member[],
  { owner, ownRole }: Studio,
): { choice: MemberChoice; label: string }[] {
  const isOwner = username === owner.username;
  const isInvited = state === "invited";
  const others = all.some((other) => other.state === "joined");
  const every = [
    { choice: "transfer", label: t("Transfer the seat"), when: state === "seated" && others },
    { choice: "release", label: t("Release the seat"), when: state === "seated" },
    {
      choice: "role",
      label: role === "manager" ? t("Make them a member") : t("Make them a manager"),
      when: !isOwner,
    },
    {
      choice: "handOver",
      label: t("Offer them the studio"),
      when: ownRole === "owner" && !isOwner && !isInvited,
    },
    {
      choice: "remove",
      label: isInvited ? t("Withdraw the invitation") : t("Remove from the studio"),
      when: !isOwner,
    },
  ] as const;
  return every.filter(({ when }) => when).map(({ choice, label }) => ({ choice, label }));
}
