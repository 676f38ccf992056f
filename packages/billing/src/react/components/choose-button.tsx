import { Button } from "../../../../ui/src/button";
import type { ButtonProps } from "../../../../ui/src/button";
import { useTableFormat } from "../hooks/use-table-format";
import type { PricingTableProduct } from "../pricing";
import type { ProductChoice } from "./use-choose-product";

/** The state of the click on a product. */
export type ChoiceState = "rest" | "busy" | "refused";

/** The state of the click on this product. */
export function choiceOf(
  { id }: PricingTableProduct,
  { busyId, refusedId }: Omit<ProductChoice, "choose">,
): ChoiceState {
  if (id === null) return "rest";
  return id === busyId ? "busy" : id === refusedId ? "refused" : "rest";
}

interface ChooseButtonProps extends Pick<ButtonProps, "look" | "size"> {
  product: PricingTableProduct;
  button: { text: string; disabled: boolean };
  state: ChoiceState;
  headingId: string;
  onChoose: ProductChoice["choose"];
}

/** A product's button. If the host has no sign-in, it tells a visitor to sign in. */
export function ChooseButton(props: ChooseButtonProps) {
  const { product, button, state, headingId, onChoose, ...looks } = props;
  const { t } = useTableFormat();
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
      {state === "refused" && (
        <p className="billing-sign-in" role="alert">
          {t("pricing.sign_in")}
        </p>
      )}
    </>
  );
}
