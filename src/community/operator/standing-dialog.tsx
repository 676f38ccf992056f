import { t } from "../../language/text";
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { showToast } from "../../shared/toasts";
import { ActDialog } from "./act-dialog";
import { useAct } from "./use-act";

export interface StandingDialogProps {
  customerId: string;
  username: string;
  onClose: () => void;
}

/** Suspends a member. */
export function SuspendDialog({ customerId, username, onClose }: StandingDialogProps) {
  const send = useMutation(api.community.operators.actions.suspend);
  const [busy, act] = useAct(customerId);
  function done() {
    onClose();
    showToast("success", { title: t("@{username} is suspended", { username }) });
  }
  return (
    <ActDialog
      title={t("Suspend @{username}", { username })}
      description={t(
        "They can still sign in, read, end their plans and delete their account, and do nothing else. Their plans go on and are charged until someone ends them. Their works stay.",
      )}
      reasonHint={t("They read it above every page.")}
      commit={t("Suspend")}
      look="danger"
      busy={busy}
      onCommit={(reason) => act(reason, send, done)}
      onClose={onClose}
    />
  );
}

/** Ends a suspension. */
export function ReinstateDialog({ customerId, username, onClose }: StandingDialogProps) {
  const send = useMutation(api.community.operators.actions.reinstate);
  const [busy, act] = useAct(customerId);
  function done() {
    onClose();
    showToast("success", { title: t("@{username} is reinstated", { username }) });
  }
  return (
    <ActDialog
      title={t("Reinstate @{username}", { username })}
      description={t("They can do everything again, at once.")}
      commit={t("Reinstate")}
      busy={busy}
      onCommit={(reason) => act(reason, send, done)}
      onClose={onClose}
    />
  );
}
