import { t } from "../language/text";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../convex/_generated/api";
import { Button } from "../../packages/ui/src/button";
import { Notice } from "../../packages/ui/src/notice";
import { Refusal } from "./refusal";
import { useForm } from "./use-form";
import "./forms.css";

/**
 * Confirms the address of a link, with a button, because programs that read mails open links on
 * their own.
 */
export function ConfirmEmailForm({ token }: { token: string }) {
  const confirm = useMutation(api.accounts.email.confirm);
  const [address, setAddress] = useState<string | null>(null);
  const form = useForm({
    check: () => true,
    send: async () => {
      const { data, error } = await confirm({ token });
      setAddress(data);
      return error;
    },
  });

  if (address !== null) {
    return (
      <Notice tone="success" title={t("Your address is confirmed.")}>
        {t("{address} is the address of your account now.", { address })}
      </Notice>
    );
  }
  return (
    <form className="identity-form" noValidate onSubmit={form.submit}>
      <Refusal of={form.refusal} />
      <Button type="submit" look="primary" size="large" busy={form.state === "busy"}>
        {t("Confirm this address")}
      </Button>
    </form>
  );
}
