import { useEffect, useRef, useState } from "react";
import { useBilling } from "../context";
import type { OperationResult } from "../../contract/operations";
import type { CheckoutDialogProps, DialogControl, PlanChangeDialogProps } from "../types";

/** The content of a plan-change dialog. */
export interface PlanChangeDialogModel extends DialogControl {
  state: "loading" | "ready" | "failed";
  /** Render a checkout dialog with these; null until the amounts have loaded. */
  checkout: CheckoutDialogProps | null;
  /** Loads the amounts again. */
  retry: () => void;
}

/** An answer, and its parameters. */
interface Answer {
  asked: string;
  result: OperationResult<"checkout">;
}

/**
 * Drives a plan-change dialog of any design.
 *
 * The provider said that there is something to confirm; the amounts are loaded
 * with the attach's own parameters, again at each opening. So what is confirmed is
 * what is on screen, to the cent.
 *
 * @see Spec §4, "Attach flow"
 */
export function usePlanChangeDialog(props: PlanChangeDialogProps): PlanChangeDialogModel {
  const { open, setOpen, attachParams } = props;
  const { transport } = useBilling("usePlanChangeDialog");
  // Compared as text: parameters written inline are new objects at each render.
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
