import { env } from "./_generated/server";

/** The example seller of the sandbox. */
const SANDBOX_SELLER = {
  name: "Spotlight (sandbox)",
  address: ["1 Example Street", "Springfield", "United States"],
  taxId: "00-0000000",
};

/**
 * The seller on invoices: `SELLER_NAME`, `SELLER_ADDRESS` with its lines separated by `;`, and
 * `SELLER_TAX_ID`. Undefined: invoices name no seller.
 */
export function readSeller() {
  const { SELLER_NAME: name = "", SELLER_ADDRESS: lines = "", SELLER_TAX_ID: taxId = "" } = env;
  if (name === "") return env.BILLING_MODE === "sandbox" ? SANDBOX_SELLER : undefined;
  const address = lines
    .split(";")
    .map((line) => line.trim())
    .filter(Boolean);
  return { name, address, ...(taxId !== "" && { taxId }) };
}
