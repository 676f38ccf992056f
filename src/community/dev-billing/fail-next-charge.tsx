import { msg, t } from "../../language/text";
import { useId, useState } from "react";
import { Button } from "../../../packages/ui/src/button";
import type { Wish } from "./use-timeline";

type Code = Extract<Wish, { do: "fail_next_charge" }>["code"];

const CODES: Readonly<Record<Code, string>> = {
  card_declined: msg("Card declined"),
  insufficient_funds: msg("Insufficient funds"),
  expired_card: msg("Card expired"),
  incorrect_cvc: msg("Wrong security code"),
  processing_error: msg("Processing error"),
};

export interface FailNextChargeProps {
  busy: boolean;
  /** How the next charge will fail; null if it will not. */
  chosen: Code | null;
  onChoose: (code: Code) => void;
}

/** Makes the next charge fail, whatever the card. */
export function FailNextCharge({ busy, chosen, onChoose }: FailNextChargeProps) {
  const id = useId();
  const [code, setCode] = useState<Code>("card_declined");
  return (
    <section>
      <h2>{t("The next charge")}</h2>
      <p>
        {chosen === null
          ? t("The card decides.")
          : t("Fails: {reason}.", { reason: t(CODES[chosen]) })}
      </p>
      <label htmlFor={id}>{t("Make it fail with")}</label>
      <div className="dev-billing-actions">
        <select
          id={id}
          className="billing-input"
          value={code}
          onChange={({ target }) => {
            if (isCode(target.value)) setCode(target.value);
          }}
        >
          {Object.entries(CODES).map(([value, label]) => (
            <option key={value} value={value}>
              {t(label)}
            </option>
          ))}
        </select>
        <Button busy={busy} onClick={() => onChoose(code)}>
          {t("Fail the next charge")}
        </Button>
      </div>
    </section>
  );
}

function isCode(value: string): value is Code {
  return value in CODES;
}
