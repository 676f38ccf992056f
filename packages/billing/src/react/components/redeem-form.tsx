import { useState } from "react";
import { Button } from "../../../../ui/src/button";
import { Field, Input } from "../../../../ui/src/field";
import { useFormat } from "../hooks/use-format";
import { describeRefusal } from "../messages/referral-copy";
import type { ReferralHandle } from "../hooks/use-referral";
import { Failure } from "./failure";
import "./inline-form.css";

interface RedeemFormProps extends Pick<ReferralHandle, "redeem" | "redemption" | "state"> {
  givenCode: string;
}

/** A form for a friend's code. Shows a refusal below the field. */
export function RedeemForm({ redeem, redemption, state, givenCode }: RedeemFormProps) {
  const { t } = useFormat();
  const [code, setCode] = useState(givenCode);
  const [sent, setSent] = useState<string | null>(null);
  const wanted = code.trim();
  const failure = sent === wanted && redemption.kind === "refused" ? redemption.error : null;
  const refused = failure && describeRefusal(failure.code, t);
  const missing = sent === "" && wanted === "" ? t("referral.code_missing") : null;

  async function submit() {
    if (wanted !== "") await redeem(wanted);
    setSent(wanted);
  }
  if (redemption.kind === "done") {
    const name = redemption.referrer ?? t("referral.somebody");
    return (
      <p className="billing-empty" role="status">
        {t("referral.redeemed", { name })}
      </p>
    );
  }
  return (
    <form
      className="billing-inline-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field label={t("referral.code")} error={refused ?? missing ?? undefined}>
        {(control) => (
          <Input
            {...control}
            value={code}
            autoComplete="off"
            autoCapitalize="characters"
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="primary" busy={state === "redeeming"}>
        {t("referral.redeem.submit")}
      </Button>
      {refused === null && <Failure error={failure} />}
    </form>
  );
}
