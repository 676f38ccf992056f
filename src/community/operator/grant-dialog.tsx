import { msg, t } from "../../language/text";
import { useState } from "react";
import { RadioGroup } from "../../../packages/ui/src/radio-group";
import { GrantProduct } from "./grant-product";
import type { GrantDialogProps } from "./grant-props";
import { GrantUnits } from "./grant-units";

const WHAT = [
  { value: "units", label: msg("Units") },
  { value: "product", label: msg("Product") },
] as const;

/** Grants units of a feature, or a product. */
export function GrantDialog(props: GrantDialogProps) {
  const [what, setWhat] = useState<(typeof WHAT)[number]["value"]>("units");
  const choice = (
    <RadioGroup
      look="segment"
      legend={t("What to grant")}
      value={what}
      onChange={setWhat}
      options={WHAT.map(({ value, label }) => ({ value, label: t(label) }))}
    />
  );
  const Grant = what === "units" ? GrantUnits : GrantProduct;
  return <Grant {...props} choice={choice} />;
}
