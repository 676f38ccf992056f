import { msg, t } from "../../language/text";
import { useMutation } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { showToast } from "../../shared/toasts";
import { useRequest } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import {
  Dialog,
  DialogBody,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "../../../packages/ui/src/dialog";
import { Field, Input } from "../../../packages/ui/src/field";
import { RadioGroup } from "../../../packages/ui/src/radio-group";
import "./report-dialog.css";

type ReportArgs = FunctionArgs<typeof api.community.moderation.reports.send>;

const REASONS: readonly { value: ReportArgs["reason"]; label: string }[] = [
  { value: "stolen", label: msg("It is someone else’s work") },
  { value: "mislabelled", label: msg("It was not made the way it says") },
  { value: "harassment", label: msg("It harasses someone") },
  { value: "sexual", label: msg("It is sexual and not marked as sensitive") },
  { value: "violence", label: msg("It is violent and not marked as sensitive") },
  { value: "spam", label: msg("It is advertising") },
  { value: "other", label: msg("Something else") },
];
const NOTE_MAX_LENGTH = 1000;

export interface ReportDialogProps {
  subject: ReportArgs["subject"];
  /** The subject in words, after "Report". */
  what: string;
  open: boolean;
  setOpen: (open: boolean) => void;
}

/** Reports a work, a comment or a member to the operators. */
export function ReportDialog({ subject, what, open, setOpen }: ReportDialogProps) {
  const [reason, setReason] = useState<ReportArgs["reason"]>("stolen");
  const [note, setNote] = useState("");
  const send = useMutation(api.community.moderation.reports.send);
  const [busy, run] = useRequest();

  function report() {
    run(
      () => send({ subject, reason, note }),
      () => {
        setOpen(false);
        showToast("success", { title: t("Thank you"), detail: t("We will look at it.") });
      },
    );
  }

  return (
    <Dialog slot="report-dialog" open={open} locked={busy} onOpenChange={setOpen}>
      <DialogBody>
        <DialogTitle>{t("Report {what}", { what })}</DialogTitle>
        <DialogDescription>{t("They do not learn who reported them.")}</DialogDescription>
        <div className="report-form">
          <RadioGroup
            legend={t("What is wrong")}
            value={reason}
            onChange={setReason}
            options={REASONS.map(({ value, label }) => ({ value, label: t(label) }))}
          />
          <Field label={t("What should we know?")} hint={t("A link to the original helps.")}>
            {(control) => (
              <Input
                {...control}
                value={note}
                maxLength={NOTE_MAX_LENGTH}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="text" disabled={busy} onClick={() => setOpen(false)}>
          {t("Cancel")}
        </Button>
        <Button look="primary" busy={busy} onClick={report}>
          {t("Send report")}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
