import { t } from "../language/text";
import { useConvex, useMutation } from "convex/react";
import { useCallback, useState } from "react";
import { api } from "../../convex/_generated/api";
import { USERNAME_RULES, firstBroken } from "../../convex/contract/credentials";
import { Button } from "../../packages/ui/src/button";
import { Notice } from "../../packages/ui/src/notice";
import { Refusal } from "./refusal";
import { useAvailability } from "./use-availability";
import { useForm, useTypedText } from "./use-form";
import { UsernameField } from "./username-field";
import "./forms.css";

const FIELDS = { invalid_username: "username", username_taken: "username" } as const;

/** The form for a new username. URLs with the previous name redirect to the new one. */
export function ChangeUsername() {
  const convex = useConvex();
  const change = useMutation(api.community.profiles.usernames.change);
  const username = useTypedText(USERNAME_RULES);
  const [changed, setChanged] = useState<string | null>(null);
  const check = useCallback(
    async (wanted: string) =>
      await convex.query(api.accounts.usernames.available, { username: wanted }),
    [convex],
  );
  const name = useAvailability(username.value, check);

  const form = useForm({
    fields: FIELDS,
    check: () => {
      username.insist();
      return firstBroken(USERNAME_RULES, username.value) === null;
    },
    send: async () => {
      setChanged(null);
      const { data, error } = await change({ username: username.value });
      if (data !== null) {
        setChanged(data);
        username.clear();
      }
      return error;
    },
  });

  return (
    <form className="identity-form" noValidate onSubmit={form.submit} onChange={form.forget}>
      <Refusal of={form.refusal} />
      {changed !== null && (
        <Notice tone="success" title={t("You are @{changed} now.", { changed })}>
          {t("Sign in with this name. Links to your page before lead here.")}
        </Notice>
      )}
      <UsernameField
        text={username}
        name={name}
        error={username.error ?? form.refusalOf("username")}
      />
      <Button type="submit" look="outline" busy={form.state === "busy"}>
        {t("Change username")}
      </Button>
    </form>
  );
}
