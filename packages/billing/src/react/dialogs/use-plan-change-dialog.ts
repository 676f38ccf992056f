import { useEffect, useRef, useState } from "react";
import { useBilling } from "../context";
import type { OperationResult } from "../../contract/operations";
import type { CheckoutDialogProps, DialogControl, PlanChangeDialogProps } from "../types";

/** What a plan-change dialog shows. */
export interface PlanChangeDialogModel extends DialogControl {
  state: "loading" | "ready" | "failed";
  /** Draw a checkout dialog with these; null until the amounts are there. */
  checkout: CheckoutDialogProps | null;
  /** Asks for the amounts again. */
  retry: () => void;
}

/** What was answered to which parameters. */
interface Answer {
  asked: string;
  result: OperationResult<"checkout">;
}

/**
 * Drives a plan-change dialog, whatever it looks like.
 *
 * The provider said that there is something to confirm; what exactly is asked
 * with the very parameters that the attach began with, anew at each opening. So
 * what is confirmed is what is on screen, to the cent.
 *
 * @see Spec §4, "Attach flow"
 */
export function usePlanChangeDialog(props: PlanChangeDialogProps): PlanChangeDialogModel {
  const { open, setOpen, attachParams } = props;
  const { transport } = useBilling("usePlanChangeDialog");
  // As text: parameters written into a render are the same as long as they say the same.
  const asked = JSON.stringify(attachParams);
  const [latestAnswer, setAnswer] = useState<Answer | null>(null);
  const [tries, setTries] = useState(0);
  const latest = useRef(attachParams);
  useEffect(() => {
    latest.current = attachParams;
  });

  useEffect(() => {
    if (!open) return;
    let isCurrent = true;
    void transport.call("checkout", latest.current).then((result) => {
      if (isCurrent) setAnswer({ asked, result });
    });
    return () => {
      isCurrent = false;
    };
  }, [open, asked, tries, transport]);

  const retry = () => {
    setAnswer(null);
    setTries((last) => last + 1);
  };
  const answer = latestAnswer?.asked === asked ? latestAnswer.result : null;
  const shown = answer?.data ?? null;
  return {
    open,
    setOpen,
    state: shown ? "ready" : answer ? "failed" : "loading",
    checkout: shown && { open, setOpen, checkoutResult: shown, checkoutParams: attachParams },
    retry,
  };
}
