import type { BillingConfig } from "./policy";

/** What the component stores of a host's configuration, in its own names. */
export function settingsOf({ seller }: Pick<BillingConfig, "seller">) {
  if (!seller) return {};
  const { name, address, taxId } = seller;
  return {
    seller: { name, address: [...address], ...(taxId !== undefined && { tax_id: taxId }) },
  };
}
