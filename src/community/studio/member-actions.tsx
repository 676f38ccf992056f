import { t } from "../../language/text";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { ChoiceMenu } from "../../shared/choice-menu";
import { useRequest } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import { choicesFor } from "./member-choices";
import type { MemberChoice } from "./member-choices";
import { MemberQuestion } from "./member-question";
import { SeatTransfer } from "./seat-transfer";
import type { Member, Studio } from "./studio-data";
import { useAssign } from "./use-assign";

interface MemberActionsProps {
  member: Member;
  /** All members, because a seat may be reassigned from one to another. */
  all: readonly Member[];
  studio: Studio;
}

/** The actions of an owner or manager on a member. */
export function MemberActions({ member, all, studio }: MemberActionsProps) {
  const { slug } = studio;
  const { username, role, state } = member;
  const [asked, setAsked] = useState<Exclude<MemberChoice, "role"> | null>(null);
  const invite = useMutation(api.community.studios.members.invite);
  const [busy, run] = useRequest();
  const other = role === "manager" ? ("member" as const) : ("manager" as const);

  function choose(choice: MemberChoice) {
    if (choice === "role") run(() => invite({ slug, username, role: other }));
    else setAsked(choice);
  }
  const choices = choicesFor(member, all, studio).map(({ choice, label }) => {
    return { label, choose: () => choose(choice) };
  });
  const close = () => setAsked(null);
  return (
    <span className="studio-actions">
      {state === "joined" && <AssignButton member={member} studio={studio} />}
      {choices.length > 0 && (
        <ChoiceMenu
          label={t("More actions for {name}", { name: member.name })}
          busy={busy}
          choices={choices}
        />
      )}
      <SeatTransfer
        open={asked === "transfer"}
        slug={slug}
        from={member}
        all={all}
        onClose={close}
      />
      <MemberQuestion
        question={asked === "transfer" ? null : asked}
        slug={slug}
        member={member}
        onClose={close}
      />
    </span>
  );
}

function AssignButton({ member: { username, name }, studio }: Omit<MemberActionsProps, "all">) {
  const { busy, assign } = useAssign(studio);
  return (
    <Button
      size="small"
      busy={busy}
      aria-label={t("Give {name} a seat", { name })}
      onClick={() => assign(username)}
    >
      {t("Give a seat")}
    </Button>
  );
}
