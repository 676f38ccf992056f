import { useMutation } from "convex/react";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { Menu } from "../../shell/menu";
import { useRequest } from "../../shell/use-request";
import { Button } from "../../ui/button";
import { choicesFor } from "./member-choices";
import type { MemberChoice } from "./member-choices";
import { MemberQuestion } from "./member-question";
import { SeatTransfer } from "./seat-transfer";
import type { Member, Studio } from "./studio-data";
import { useAssign } from "./use-assign";

interface MemberActionsProps {
  member: Member;
  /** Everybody: a seat may go from one to another. */
  all: readonly Member[];
  studio: Studio;
}

/** What who runs a studio does about one of its members. */
export function MemberActions({ member, all, studio }: MemberActionsProps) {
  const { slug } = studio;
  const { username, role, state } = member;
  const [asked, setAsked] = useState<Exclude<MemberChoice, "role"> | null>(null);
  const invite = useMutation(api.community.members.invite);
  const [busy, run] = useRequest();
  const other = role === "manager" ? ("member" as const) : ("manager" as const);

  function choose(choice: MemberChoice) {
    if (choice === "role") run(() => invite({ slug, username, role: other }));
    else setAsked(choice);
  }
  const close = () => setAsked(null);
  return (
    <span className="studio-actions">
      {state === "joined" && <AssignButton member={member} studio={studio} />}
      <ChoiceMenu
        name={member.name}
        busy={busy}
        choices={choicesFor(member, all, studio)}
        onChoose={choose}
      />
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
      aria-label={`Give ${name} a seat`}
      onClick={() => assign(username)}
    >
      Give a seat
    </Button>
  );
}

interface ChoiceMenuProps {
  name: string;
  busy: boolean;
  choices: ReturnType<typeof choicesFor>;
  onChoose: (choice: MemberChoice) => void;
}

function ChoiceMenu({ name, busy, choices, onChoose }: ChoiceMenuProps) {
  if (choices.length === 0) return null;
  const trigger = (
    <Button look="quiet" shape="round" busy={busy} aria-label={`More about ${name}`}>
      <Ellipsis size={20} strokeWidth={1.75} aria-hidden />
    </Button>
  );
  return (
    <Menu label={`More about ${name}`} trigger={trigger}>
      {(close) =>
        choices.map(({ choice, label }) => (
          <button
            key={choice}
            type="button"
            className="shell-menu-row"
            onClick={() => {
              close();
              onChoose(choice);
            }}
          >
            {label}
          </button>
        ))
      }
    </Menu>
  );
}
