import { useEffect, useRef, useState } from "react";
import { useBilling } from "../context";
import type { OperationResult } from "../../contract/operations";
import type { CheckoutDialogProps, DialogControl, PlanChangeDialogProps } from "../types";

/** The content of a plan-change dialog. */
export interface PlanChangeDialogModel extends DialogControl {
  state: "loading" | "ready" | "failed";
  /** Props of the checkout dialog to render; null until the amounts have loaded. */
  checkout: CheckoutDialogProps | null;
  /** Loads the amounts again. */
  retry: () => void;
}

/** A response and its parameters. */
interface Answer {
  asked: string;
  result: OperationResult<"checkout">;
}

/**
 * Drives a plan-change dialog of any design.
 *
 * The provider's preview requires a confirmation. The hook loads the amounts with the
 * parameters of the attach, at each opening. So the customer confirms exactly the
 * amounts on screen.
 *
 * @see Spec §4, "Attach flow"
 */
export function usePlanChangeDialog(props: PlanChangeDialogProps): PlanChangeDialogModel {
  const { open, setOpen, attachParams } = props;
  const { transport } = useBilling("usePlanChangeDialog");
  // Compared as text, because inline parameters are new objects at each render.
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
