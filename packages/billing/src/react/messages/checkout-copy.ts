import type { Checkout } from "../../contract/responses";
import type { Words } from "./words";

/** A dialog's title and its sentences. */
export interface DialogCopy {
  title: string;
  message: string;
}

type Product = Checkout["product"];
type Asked = "is_one_off" | "updateable" | "has_trial" | "is_free";
type Wanted = Pick<Product, "scenario"> & { properties: Pick<Product["properties"], Asked> };

/** The parts of a checkout that its title and text depend on. */
export interface ChangeOutline {
  product: Wanted & Pick<Product, "name">;
  current_product: Pick<Product, "name"> | null;
  next_cycle: { starts_at: number } | null;
}

/**
 * The twelve wordings in the order of the specification: the first match is used.
 * Each names its messages, `checkout.<wording>.title` and `.message`.
 *
 * @see Spec §4, "Dialog wording, in priority order"
 */
const WORDINGS = [
  { wording: "one_off", fits: (p: Wanted) => p.properties.is_one_off },
  { wording: "update", fits: (p: Wanted) => p.scenario === "active" && p.properties.updateable },
  { wording: "trial", fits: (p: Wanted) => p.properties.has_trial },
  { wording: "scheduled", fits: (p: Wanted) => p.scenario === "scheduled" },
  { wording: "active", fits: (p: Wanted) => p.scenario === "active" },
  { wording: "enable", fits: (p: Wanted) => p.scenario === "new" && p.properties.is_free },
  { wording: "subscribe", fits: (p: Wanted) => p.scenario === "new" },
  { wording: "renew", fits: (p: Wanted) => p.scenario === "renew" },
  { wording: "upgrade", fits: (p: Wanted) => p.scenario === "upgrade" },
  { wording: "downgrade", fits: (p: Wanted) => p.scenario === "downgrade" },
  { wording: "cancel", fits: (p: Wanted) => p.scenario === "cancel" },
] as const;

export type CheckoutWording = (typeof WORDINGS)[number]["wording"] | "other";

/** The wording of a product. */
export function chooseWording(product: Wanted): CheckoutWording {
  return WORDINGS.find(({ fits }) => fits(product))?.wording ?? "other";
}

/** The title and text of a checkout dialog. */
export function describeCheckout(result: ChangeOutline, words: Words): DialogCopy {
  const { t } = words;
  const wording = chooseWording(result.product);
  const subject = {
    product: result.product.name,
    current: result.current_product?.name ?? t("checkout.current.unknown"),
    when: describeWhen(result, words),
  };
  return {
    title: t(`checkout.${wording}.title`, subject),
    message: t(`checkout.${wording}.message`, subject),
  };
}

/** The label of the confirming button; it begins with "Confirm" and names today's charge. */
export function describeConfirm(result: Checkout, { t, money, date }: Words): string {
  const charged = result.payment?.by_card ?? result.total;
  if (charged > 0) {
    return t("checkout.confirm.pay", { amount: money(charged, result.currency) });
  }
  if (result.total > 0) {
    return t("checkout.confirm.credit", { amount: money(result.total, result.currency) });
  }
  if (chooseWording(result.product) === "trial" && result.next_cycle) {
    return t("checkout.confirm.trial", { date: date(result.next_cycle.starts_at) });
  }
  return t("checkout.confirm");
}

function describeWhen({ next_cycle }: ChangeOutline, { t, date }: Words): string {
  return next_cycle
    ? t("checkout.when.date", { date: date(next_cycle.starts_at) })
    : t("checkout.when.unknown");
}
