import { useState } from "react";
import type { ReactNode } from "react";
import type { Refused } from "../identity/refusal";
import { failureOf, showFailure } from "../shared/use-request";
import { PaywallDialog } from "./billing-hooks";
import type { SpotlightIds } from "./billing-hooks";
import { FILE_NEEDS } from "./file-needs";

type FeatureId = SpotlightIds["featureId"];

interface Answer {
  error: (Refused & { code: string }) | null;
}

/** What was refused because of a missing feature. */
interface Denied {
  featureId: FeatureId;
  again: () => void;
}

/**
 * Runs a call that the plan may not allow. If the server refuses it, the paywall opens; once the
 * plan allows it, the call resumes automatically.
 *
 * @param featureId - The feature of an `insufficient_balance`.
 */
export function usePaywalled(featureId: FeatureId) {
  const needs: Readonly<Record<string, FeatureId>> = {
    insufficient_balance: featureId,
    ...FILE_NEEDS,
  };
  const [underWay, setUnderWay] = useState(0);
  const [denied, setDenied] = useState<Denied | null>(null);
  const [open, setOpen] = useState(false);

  async function ask(request: () => Promise<Answer>, onDone: () => void, onRefused?: () => void) {
    setUnderWay((count) => count + 1);
    const failure = await failureOf(request);
    setUnderWay((count) => count - 1);
    const again = () => void ask(request, onDone, onRefused);
    const need = failure && failure !== "unheard" ? needs[failure.code] : undefined;
    if (failure === null) onDone();
    else if (need !== undefined) {
      setDenied({ featureId: need, again });
      setOpen(true);
    } else {
      showFailure(failure, again);
      if (failure !== "unheard") onRefused?.();
    }
  }

  const paywall: ReactNode = denied && (
    <PaywallDialog
      open={open}
      setOpen={setOpen}
      featureId={denied.featureId}
      onUnlocked={denied.again}
    />
  );
  const run = (...asked: Parameters<typeof ask>) => void ask(...asked);
  return { busy: underWay > 0, run, paywall };
}
