import { splitPayment } from "../../contract/splitPayment";
import type { Customer, CustomerProduct } from "../../contract/wire";
import type { Words } from "../messages/words";
import type { CurrentPlans } from "./plan";
import { describeRenewal } from "./renewal";

/**
 * The part of a plan's next bill that the customer's credit pays, in major units.
 * Products that renew before the plan use the credit first.
 *
 * @param customer - With invoices expanded. If its credit is unknown, the result is 0.
 */
export function creditForNextBill(
  customer: Customer,
  { current }: CurrentPlans,
  words: Words,
): number {
  const { credit, products } = customer;
  if (!credit || !current) return 0;
  const at = billAt(current);
  const others = products.filter((product) => product !== current && billAt(product) <= at);
  const left = others.reduce((rest, product) => {
    const bills = billOf(product, customer, words) * countBills(product, at);
    return rest - splitPayment(bills, rest).fromCredit;
  }, credit.balance);
  return splitPayment(billOf(current, customer, words), left).fromCredit;
}

/** The time of a product's next bill; Infinity if it has none. */
function billAt({ status, canceled_at, current_period_end: end = Infinity }: CustomerProduct) {
  return status === "active" && canceled_at === null ? end : Infinity;
}

/** How often a product is billed up to a point in time: a weekly one several times before a month ends. */
function countBills(product: CustomerProduct, at: number): number {
  const { current_period_start: start, current_period_end: end } = product;
  if (start === undefined || end === undefined || end <= start) return 1;
  return 1 + Math.floor((at - end) / (end - start));
}

function billOf(product: CustomerProduct, customer: Customer, words: Words): number {
  const { currency = "usd" } = customer.credit ?? {};
  if (billAt(product) === Infinity) return 0;
  return describeRenewal(product, customer, words, currency)?.total ?? 0;
}
