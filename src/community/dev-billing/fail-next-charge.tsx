import { useId, useState } from "react";
import { Button } from "../../../packages/ui/src/button";
import type { Wish } from "./use-timeline";

type Code = Extract<Wish, { do: "fail_next_charge" }>["code"];

const CODES: Readonly<Record<Code, string>> = {
  card_declined: "Card declined",
  insufficient_funds: "Insufficient funds",
  expired_card: "Card expired",
  incorrect_cvc: "Wrong security code",
  processing_error: "Processing error",
};

export interface FailNextChargeProps {
  busy: boolean;
  /** The failure that the next charge will have; null: none is set. */
  chosen: Code | null;
  onChoose: (code: Code) => void;
}

/** Makes the next charge fail, whatever the card. */
export function FailNextCharge({ busy, chosen, onChoose }: FailNextChargeProps) {
  const id = useId();
  const [code, setCode] = useState<Code>("card_declined");
  return (
    <section>
      <h2>The next charge</h2>
      <p>{chosen === null ? "The card decides." : `Fails: ${CODES[chosen]}.`}</p>
      <label htmlFor={id}>Make it fail with</label>
      <div className="dev-billing-actions">
        <select
          id={id}
          value={code}
          onChange={({ target }) => {
            if (isCode(target.value)) setCode(target.value);
          }}
        >
          {Object.entries(CODES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <Button busy={busy} onClick={() => onChoose(code)}>
          Fail the next charge
        </Button>
      </div>
    </section>
  );
}

function isCode(value: string): value is Code {
  return value in CODES;
}
