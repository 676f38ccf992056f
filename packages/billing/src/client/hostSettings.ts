import { createFunctionHandle } from "convex/server";
import type { BillingConfig } from "./policy";

/** What the component stores of a host's configuration, in its own names. */
export async function settingsOf({ seller, onEvent }: Pick<BillingConfig, "seller" | "onEvent">) {
  return {
    ...(seller && { seller: printed(seller) }),
    ...(onEvent && { on_event: await createFunctionHandle(onEvent) }),
  };
}

function printed({ name, address, taxId }: NonNullable<BillingConfig["seller"]>) {
  return { name, address: [...address], ...(taxId !== undefined && { tax_id: taxId }) };
}
