import { t } from "../../language/text";
import { createPricingTable } from "../../../packages/billing/src/react";
import type { SpotlightIds } from "../billing-hooks";
import { useChosenProduct } from "./use-chosen-product";
import "./pricing-screen.css";

/** The products for sale, in this order. Referral rewards are products too, but not for sale. */
const PRODUCT_IDS = [
  "free",
  "creator",
  "pro",
  "studio",
  "studio_quarter",
  "creator_annual",
  "pro_annual",
  "welcome_credits",
  "boost_pack",
  "print_pack",
  "storage_plus",
  "lifetime_badge",
] as const;
const ON_SALE = PRODUCT_IDS.map((id) => ({ id }));

const PricingTable = createPricingTable<SpotlightIds>();

/** The URL that the card page returns to. */
const AFTER_PAYMENT = { successUrl: "/thanks" };

/** The plans. A visitor's choice leads to sign-up, and back to the checkout. */
export function PricingScreen() {
  useChosenProduct(PRODUCT_IDS, AFTER_PAYMENT);
  return (
    <div className="pricing">
      <PricingTable productDetails={ON_SALE} checkoutParams={AFTER_PAYMENT}>
        <h1>{t("Room to show your work")}</h1>
        <p>{t("Posting is free. Plans pay for space and tools. Boosted works are marked.")}</p>
      </PricingTable>
    </div>
  );
}
