import { msg, t } from "../../language/text";
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
  { value: "member", label: msg("Member"), hint: msg("Publishes works with a seat") },
  { value: "manager", label: msg("Manager"), hint: msg("Also invites members and gives seats") },
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
    setProblem(username === "" ? t("Enter a username.") : undefined);
    if (username === "" || busy) return;
    run(
      () => invite({ slug, username, role }),
      () => {
        setTyped("");
        showToast("success", { title: t("{username} is invited", { username }) });
      },
    );
  }
  return (
    <form
      className="studio-form"
      aria-label={t("Invite an artist")}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label={t("Invite an artist")}
        hint={t("Their username. They get a notification.")}
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
      <RadioGroup
        legend={t("Role")}
        value={role}
        onChange={setRole}
        options={ROLES.map(({ value, label, hint }) => ({ value, label: t(label), hint: t(hint) }))}
      />
      <Button type="submit" look="primary" busy={busy}>
        {t("Invite")}
      </Button>
    </form>
  );
}
