import { T, t } from "../language/text";
import { useAction, useQuery } from "convex/react";
import { useState } from "react";
import { EMAIL_RULES, firstBroken } from "../../convex/contract/credentials";
import { api } from "../../convex/_generated/api";
import { Button } from "../../packages/ui/src/button";
import { Field, Input } from "../../packages/ui/src/field";
import { Notice } from "../../packages/ui/src/notice";
import { Skeleton } from "../../packages/ui/src/skeleton";
import { OwnProofFields, PROOF_FIELDS, useOwnProof } from "./own-proof";
import { PasswordGate } from "./password-gate";
import { Refusal } from "./refusal";
import { useForm, useTypedText } from "./use-form";
import "./forms.css";

const { email: functions } = api.accounts;
const FIELDS = { ...PROOF_FIELDS, invalid_email: "email" } as const;

/** The e-mail address of a local account: set, confirm, change, remove. */
export function EmailAddress() {
  const own = useQuery(functions.mine, {});
  const remove = useAction(functions.remove);
  if (!own) return <Skeleton width="100%" height="200px" />;
  if (!own.canMail && own.address === null) return <p>{t("This site sends no mail.")}</p>;
  return (
    <>
      {own.address !== null && (
        <p>
          <T text="Your address is {address}." address={<b>{own.address}</b>} />
        </p>
      )}
      {own.pending !== null && (
        <Notice tone="info" title={t("Confirm {pending}.", { pending: own.pending })}>
          {t("We sent a link there. It works for 24 hours.")}
        </Notice>
      )}
      <ChangeEmailForm
        label={own.address === null ? t("E-mail address") : t("New e-mail address")}
      />
      {own.address !== null && (
        <PasswordGate
          open={t("Remove address…")}
          submit={t("Remove address")}
          look="danger"
          send={async (proof) => (await remove(proof)).error}
        >
          <p>
            {t("Without an address, a forgotten password can't be reset, and we can't warn you.")}
          </p>
        </PasswordGate>
      )}
    </>
  );
}

function ChangeEmailForm({ label }: { label: string }) {
  const set = useAction(functions.set);
  const email = useTypedText(EMAIL_RULES);
  const proof = useOwnProof();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    fields: FIELDS,
    check: () => {
      email.insist();
      return proof.check() && firstBroken(EMAIL_RULES, email.value) === null;
    },
    send: async () => {
      const { error } = await set({ ...proof.value, email: email.value });
      if (error) return proof.note(error);
      setSentTo(email.value);
      email.clear();
      proof.clear();
      return null;
    },
  });

  return (
    <form className="identity-form" noValidate onSubmit={form.submit} onChange={form.forget}>
      <Refusal of={form.refusal} />
      <span className="identity-status" role="status">
        {sentTo !== null && t("A link was sent to {sentTo}.", { sentTo })}
      </span>
      <Field label={label} error={email.error ?? form.refusalOf("email")}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="email"
            spellCheck={false}
            value={email.value}
            onChange={(event) => email.type(event.target.value)}
            onBlur={email.onBlur}
          />
        )}
      </Field>
      <OwnProofFields proof={proof} refusalOf={form.refusalOf} />
      <Button type="submit" look="outline" busy={form.state === "busy"}>
        {t("Send a link to this address")}
      </Button>
    </form>
  );
}
