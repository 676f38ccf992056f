import { RadioGroup } from "../../../../ui/src/radio-group";
import type { Checkout } from "../../contract/responses";
import { useFormat } from "../hooks/use-format";
import { describeStarts } from "../messages/starts-copy";
import type { CheckoutDialogModel } from "../types";
import "./checkout-starts.css";

interface CheckoutStartsProps {
  result: Checkout;
  changeWhen: CheckoutDialogModel["changeWhen"];
}

/** When the change starts: each choice with its consequence, and what is due today. */
export function CheckoutStarts({ result, changeWhen }: CheckoutStartsProps) {
  const words = useFormat();
  const copy = describeStarts(result, words);
  if (!copy) return null;
  return (
    <div className="billing-starts" data-slot="checkout-starts">
      <p className="billing-prices-heading" aria-hidden>
        {copy.question}
      </p>
      <RadioGroup
        legend={copy.question}
        value={copy.selected}
        onChange={(schedule) => void changeWhen(schedule)}
        options={copy.choices.map(({ value, label, hint, amount }) => ({
          value,
          label: (
            <span className="billing-start">
              <span>{label}</span> <span>{amount}</span>
            </span>
          ),
          hint: (
            <span className="billing-start">
              <span>{hint}</span> <span>{words.t("checkout.starts.today")}</span>
            </span>
          ),
        }))}
      />
    </div>
  );
}
