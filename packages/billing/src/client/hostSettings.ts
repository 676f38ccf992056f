import { createFunctionHandle } from "convex/server";
import type { BillingConfig } from "./policy";

/** The part of a host's configuration that the component stores, in the component's names. */
export async function settingsOf({ seller, onEvent }: Pick<BillingConfig, "seller" | "onEvent">) {
  return {
    ...(seller && { seller: printed(seller) }),
    ...(onEvent && { on_event: await createFunctionHandle(onEvent) }),
  };
}

function printed({ name, address, taxId }: NonNullable<BillingConfig["seller"]>) {
  return { name, address: [...address], ...(taxId !== undefined && { tax_id: taxId }) };
}
