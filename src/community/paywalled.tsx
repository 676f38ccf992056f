import { useState } from "react";
import type { ReactNode } from "react";
import { PaywallDialog } from "../billing";
import { failureOf, tellFailure } from "../shell/use-request";
import type { SpotlightIds } from "./billing-hooks";

interface Answer {
  error: { code: string; message: string } | null;
}

/**
 * Runs what a plan may not have enough for. The server's word opens the paywall,
 * and what was asked goes on by itself once the plan allows it.
 */
export function usePaywalled(featureId: SpotlightIds["featureId"]) {
  const [busy, setBusy] = useState(false);
  const [denied, setDenied] = useState<(() => void) | null>(null);
  const [open, setOpen] = useState(false);

  async function ask(request: () => Promise<Answer>, onDone: () => void) {
    setBusy(true);
    const failure = await failureOf(request);
    setBusy(false);
    const again = () => void ask(request, onDone);
    if (failure === null) onDone();
    else if (failure !== "unheard" && failure.code === "insufficient_balance") {
      setDenied(() => again);
      setOpen(true);
    } else tellFailure(failure, again);
  }

  const paywall: ReactNode = denied && (
    <PaywallDialog open={open} setOpen={setOpen} featureId={featureId} onUnlocked={denied} />
  );
  const run = (...asked: Parameters<typeof ask>) => void ask(...asked);
  return { busy, run, paywall };
}
