import { Button } from "../../../../ui/src/button";
import type { ButtonProps } from "../../../../ui/src/button";
import type { BillingError } from "../../contract/errors";
import { WITH_DIALOGS } from "../dialogs/on-demand";
import { useTableFormat } from "../hooks/use-table-format";
import type { PricingTableProduct } from "../pricing";
import { keyOf, SIGN_IN_FIRST } from "./use-choose-product";
import type { ChoiceState, ProductChoice } from "./use-choose-product";

/** The state of the click on this product. */
export function choiceOf(
  product: PricingTableProduct,
  { clicked, state }: Omit<ProductChoice, "choose">,
): ChoiceState {
  return clicked === keyOf(product) ? state : "idle";
}

interface ChooseButtonProps extends Pick<ButtonProps, "look" | "size"> {
  product: PricingTableProduct;
  button: { text: string; disabled: boolean };
  state: ChoiceState;
  headingId: string;
  onChoose: ProductChoice["choose"];
}

/** A product's button, with a message if the click failed. */
export function ChooseButton(props: ChooseButtonProps) {
  const { product, button, state, headingId, onChoose, ...looks } = props;
  return (
    <>
      <Button
        {...looks}
        disabled={button.disabled}
        busy={state === "busy"}
        aria-describedby={headingId}
        onClick={() => onChoose(product)}
      >
        {button.text}
      </Button>
      {typeof state !== "string" && <Failed error={state} />}
    </>
  );
}

/** Shows the message for developers until the texts have loaded. */
function Failed({ error }: { error: BillingError }) {
  const { t } = useTableFormat();
  const { Failure } = WITH_DIALOGS;
  if (Failure && error !== SIGN_IN_FIRST) return <Failure error={error} />;
  return (
    <p className="billing-sign-in" role="alert">
      {error.message || t("pricing.sign_in")}
    </p>
  );
}
