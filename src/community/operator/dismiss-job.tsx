import { msg, t } from "../../language/text";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { StuckJob } from "../../../packages/billing/src/contract";
import { Button } from "../../../packages/ui/src/button";
import { showToast } from "../../shared/toasts";
import { ActDialog } from "./act-dialog";
import { useAct } from "./use-act";

interface Words {
  title: string;
  /** The effect of the dismissal, and its limits. */
  description: string;
  commit: string;
  done: string;
}

const DISMISS = {
  title: msg("Dismiss the job"),
  commit: msg("Dismiss it"),
  done: msg("The job was dismissed"),
};

/** The texts for each kind of job. Other kinds can't be dismissed. */
const WORDS: Readonly<Partial<Record<StuckJob["kind"], Words>>> = {
  settle_charge: {
    title: msg("Mark as settled"),
    description: msg(
      "First send the money back, or correct it, in the payment service’s dashboard. Spotlight does not check this. The payment then counts as declined, and can be charged or refunded again.",
    ),
    commit: msg("Settle payment"),
    done: msg("The payment counts as declined"),
  },
  process_report: {
    ...DISMISS,
    description: msg(
      "First compare the payment or the dispute with the payment service’s dashboard. Spotlight won’t process this report again.",
    ),
  },
  close_account: {
    ...DISMISS,
    description: msg(
      "First delete the customer in the payment service’s dashboard, or their name, address and cards stay there. Spotlight does not check this.",
    ),
  },
  deliver_events: {
    ...DISMISS,
    title: msg("Skip the event"),
    description: msg(
      "Skips this event and continues with the customer’s later ones. Nothing is sent for it, such as a mail.",
    ),
  },
  report_use: {
    ...DISMISS,
    description: msg(
      "The billing provider refused this use and does not count it. Dismissing only removes it from this list.",
    ),
  },
};

/** Dismisses a job for a reason, if operators may dismiss its kind. */
export function DismissJob({ job }: { job: StuckJob }) {
  const [open, setOpen] = useState(false);
  const words = WORDS[job.kind];
  if (!words) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t(words.title)}
      </Button>
      {open && <DismissDialog {...{ job, words }} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DismissDialogProps {
  job: StuckJob;
  words: Words;
  onClose: () => void;
}

function DismissDialog({ job: { job, customer_id }, words, onClose }: DismissDialogProps) {
  const send = useMutation(api.community.operators.actions.dismissJob);
  const [busy, act] = useAct(customer_id);
  function show() {
    onClose();
    showToast("success", { title: t(words.done) });
  }
  return (
    <ActDialog
      title={t(words.title)}
      description={t(words.description)}
      commit={t(words.commit)}
      busy={busy}
      onCommit={(why) => act(why, ({ reason, key }) => send({ job, reason, key }), show)}
      onClose={onClose}
    />
  );
}
