import { useEffect, useState } from "react";
import type { ComponentType } from "react";
import type { BrowserOperation } from "../../contract/operations";
import { useBilling } from "../context";
import type {
  CheckoutDialogProps,
  DialogControl,
  PaywallDialogProps,
  PlanChangeDialogProps,
} from "../types";
import type { CancelDialogProps } from "./use-cancel-dialog";

const NOT_LOADED = {
  code: "fetch_failed",
  message: "This dialog could not be loaded. Reload the page and try again",
} as const;

/** A dialog whose code loads when it is first rendered, or earlier. */
export interface OnDemandDialog<Props extends DialogControl> {
  (props: Props): React.JSX.Element | null;
  /** Loads the code now, so that it is there when the network is not. */
  preload: () => void;
}

/**
 * Makes a dialog whose code loads when it is first rendered. A failed load closes
 * the dialog and reports `fetch_failed`; the next opening tries again.
 *
 * @param operation - The user's operation, for the report.
 */
export function onDemand<Props extends DialogControl>(
  name: string,
  operation: BrowserOperation,
  load: () => Promise<ComponentType<Props>>,
): OnDemandDialog<Props> {
  let loaded: ComponentType<Props> | undefined;
  const keep = async () => (loaded = await load());

  function Dialog(props: Props) {
    const { reportError } = useBilling(name);
    const [Loaded, setLoaded] = useState(() => loaded);
    const { setOpen } = props;
    useEffect(() => {
      if (Loaded) return undefined;
      let isGone = false;
      keep().then(
        (dialog) => {
          if (!isGone) setLoaded(() => dialog);
        },
        () => {
          if (isGone) return;
          reportError({ ...NOT_LOADED, operation });
          setOpen(false);
        },
      );
      return () => {
        isGone = true;
      };
    }, [Loaded, setOpen, reportError]);
    return Loaded ? <Loaded {...props} /> : null;
  }
  const preload = () => void keep().catch(() => undefined);
  return Object.assign(Dialog, { preload });
}

export const CancelDialog = onDemand<CancelDialogProps>("CancelDialog", "cancel", async () => {
  return (await import("./cancel-dialog")).CancelDialog;
});
export const CheckoutDialog = onDemand<CheckoutDialogProps>(
  "CheckoutDialog",
  "checkout",
  async () => {
    return (await import("./checkout-dialog")).CheckoutDialog;
  },
);
export const PaywallDialog = onDemand<PaywallDialogProps>("PaywallDialog", "check", async () => {
  return (await import("./paywall-dialog")).PaywallDialog;
});
export const PlanChangeDialog = onDemand<PlanChangeDialogProps>(
  "PlanChangeDialog",
  "attach",
  async () => {
    return (await import("./plan-change-dialog")).PlanChangeDialog;
  },
);
