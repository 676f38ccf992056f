import { useId } from "react";
import type { Checkout } from "../../contract/responses";
import { listLosses } from "../../contract/losses";
import type { Customer } from "../../contract/wire";
import { Button } from "../../../../ui/src/button";
import { useCustomer } from "../hooks/use-customer";
import { useFormat } from "../hooks/use-format";
import type { CheckoutDialogModel } from "../types";
import { LossList } from "./loss-list";

/** What a change takes away and from which day, and the choice to wait for the end of the cycle. */
export function CheckoutLosses({ model }: { model: CheckoutDialogModel }) {
  // The rest of the dialog loads the same customer: one request.
  const { customer } = useCustomer({ errorOnNotFound: false, expand: ["payment_method"] });
  const { result } = model;
  const losses = result.losses ?? (customer && lossesOf(customer, result));
  return (
    <>
      {losses && <LossList {...losses} />}
      <ChangeLater model={model} />
    </>
  );
}

/** If the provider says nothing, the customer's own data decide: only for a smaller plan. */
function lossesOf(customer: Customer, { product, current_product: current, next_cycle }: Checkout) {
  const shrinks = product.scenario === "downgrade" || product.scenario === "cancel";
  if (!shrinks || !current) return null;
  const losses = listLosses(customer, { productId: current.id }, product.items);
  return { ...losses, ...(next_cycle && { at: next_cycle.starts_at }) };
}

/** The same change now, or at the end of the paid period. */
function ChangeLater({ model }: { model: CheckoutDialogModel }) {
  const { t, date } = useFormat();
  const { result, schedule, state, changeWhen } = model;
  const noteId = useId();
  const later = result.end_of_cycle_at;
  const waits = schedule === "end_of_cycle";
  if (later === undefined && !waits) return null;
  const button = waits
    ? t("checkout.change.now")
    : t("checkout.change.later", { date: date(later ?? 0) });
  return (
    <div className="billing-later" data-slot="checkout-later">
      <p id={noteId}>{t(waits ? "checkout.change.waits" : "checkout.change.keeps")}</p>
      <Button
        look="outline"
        busy={state === "saving"}
        aria-describedby={noteId}
        onClick={() => void changeWhen(waits ? "by_scenario" : "end_of_cycle")}
      >
        {button}
      </Button>
    </div>
  );
}
