import { useEffect, useState } from "react";
import type { ComponentType } from "react";
import type { BrowserOperation } from "../../contract/operations";
import type { FailureProps } from "../components/failure";
import { useBilling } from "../context";
import { wordsFor } from "../messages/words";
import type {
  CheckoutDialogProps,
  DialogControl,
  PaywallDialogProps,
  PlanChangeDialogProps,
} from "../types";
import type { CancelDialogProps } from "../hooks/use-cancel-dialog";
import type { SeatRemovalProps } from "./seat-removal";
import "./on-demand.css";

/** How long the page shows that a dialog did not load. */
const NOT_LOADED_MS = 10_000;

/** In English, because the texts may be the part that did not load. */
const NOT_LOADED = {
  code: "fetch_failed",
  message: "This didn't load. Reload the page.",
} as const;

/** A dialog whose code loads when it is first rendered, or earlier. */
export interface OnDemandDialog<Props extends DialogControl> {
  (props: Props): React.JSX.Element | null;
  /** Loads the code now, so that it is available without a network. */
  preload: () => void;
}

/**
 * Makes a dialog whose code loads when it is first rendered. A failed load is shown
 * at the bottom of the page, and reported as `fetch_failed`; the next opening tries
 * again.
 *
 * @param operation - The user's operation, for the report.
 */
export function onDemand<Props extends DialogControl>(
  operation: BrowserOperation,
  load: () => Promise<ComponentType<Props>>,
): OnDemandDialog<Props> {
  let loaded: ComponentType<Props> | undefined;
  const keep = async () => (loaded = await load());

  function Dialog(props: Props) {
    const { reportError, language } = useBilling("A dialog");
    const [Loaded, setLoaded] = useState(() => loaded);
    const [failed, setFailed] = useState(false);
    const { setOpen } = props;
    useEffect(() => {
      if (Loaded) return undefined;
      let isGone = false;
      let timer: ReturnType<typeof setTimeout>;
      keep().then(
        (dialog) => setLoaded(() => dialog),
        () => {
          if (isGone) return;
          reportError({ ...NOT_LOADED, operation });
          setFailed(true);
          timer = setTimeout(setOpen, NOT_LOADED_MS, false);
        },
      );
      return () => {
        isGone = true;
        clearTimeout(timer);
      };
    }, [Loaded, setOpen, reportError]);
    if (Loaded) return <Loaded {...props} />;
    return failed ? (
      <p className="billing-not-loaded" role="alert">
        {language ? wordsFor(language).t("failure.not_loaded") : NOT_LOADED.message}
      </p>
    ) : null;
  }
  const preload = () => void keep().catch(() => undefined);
  return Object.assign(Dialog, { preload });
}

/** Parts that load with the dialogs: the failure message and its texts. */
export const WITH_DIALOGS: { Failure?: ComponentType<FailureProps> } = {};

/** All dialogs are one file, because most of their code is shared. */
async function loadDialogs() {
  const dialogs = await import("./dialogs");
  WITH_DIALOGS.Failure = dialogs.Failure;
  return dialogs;
}

/** What the customer loses with a cancellation, and when. */
export const CancelDialog = onDemand<CancelDialogProps>(
  "cancel",
  async () => (await loadDialogs()).CancelDialog,
);

/** What a purchase changes and costs, before the customer confirms. */
export const CheckoutDialog = onDemand<CheckoutDialogProps>(
  "checkout",
  async () => (await loadDialogs()).CheckoutDialog,
);
/** Why a feature is denied, and the product that unlocks it. */
export const PaywallDialog = onDemand<PaywallDialogProps>(
  "check",
  async () => (await loadDialogs()).PaywallDialog,
);
/** What a change of plan costs and takes away, before the customer confirms. */
export const PlanChangeDialog = onDemand<PlanChangeDialogProps>(
  "attach",
  async () => (await loadDialogs()).PlanChangeDialog,
);

/** Asks before a seat and its products end. */
export const SeatRemoval = onDemand<SeatRemovalProps>(
  "deleteEntity",
  async () => (await loadDialogs()).SeatRemoval,
);
