import { useState } from "react";
import type { BillingError } from "../../packages/billing/src/contract";
import { UNREACHABLE } from "./use-form";

/** Runs a button's call, and keeps its refusal. */
export function useCall() {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<BillingError | null>(null);
  async function call(request: () => Promise<{ error: BillingError | null }>) {
    setBusy(true);
    const { error } = await request().catch(() => ({ error: UNREACHABLE }));
    setRefusal(error);
    setBusy(false);
  }
  return {
    busy,
    refusal,
    run: (request: () => Promise<{ error: BillingError | null }>) => void call(request),
  };
}
