import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { showToast } from "../../shared/toasts";
import { useRequest } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import { Field, Input } from "../../../packages/ui/src/field";
import { RadioGroup } from "../../../packages/ui/src/radio-group";
import type { Member } from "./studio-data";

const ROLES = [
  { value: "member", label: "Member", hint: "Publishes works with a seat" },
  { value: "manager", label: "Manager", hint: "Also invites members and gives seats" },
] as const;

/** Invites an artist by username. */
export function InviteForm({ slug }: { slug: string }) {
  const invite = useMutation(api.community.studios.members.invite);
  const [typed, setTyped] = useState("");
  const [role, setRole] = useState<Member["role"]>("member");
  const [problem, setProblem] = useState<string>();
  const [busy, run] = useRequest();
  const username = typed.trim().replace(/^@/, "");

  function submit() {
    setProblem(username === "" ? "Enter a username." : undefined);
    if (username === "" || busy) return;
    run(
      () => invite({ slug, username, role }),
      () => {
        setTyped("");
        showToast("success", { title: `${username} is invited` });
      },
    );
  }
  return (
    <form
      className="studio-form"
      aria-label="Invite an artist"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label="Invite an artist"
        hint="Their username. They get a notification."
        error={problem}
      >
        {(control) => (
          <Input
            {...control}
            value={typed}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <RadioGroup legend="Role" value={role} onChange={setRole} options={ROLES} />
      <Button type="submit" look="primary" busy={busy}>
        Invite
      </Button>
    </form>
  );
}
