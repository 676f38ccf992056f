import { t } from "../../language/text";
import { MEMBER_TEXTS } from "../../../convex/contract/texts";
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
import { REPORT_REASONS } from "../report-reasons";
import "./report-dialog.css";

type ReportArgs = FunctionArgs<typeof api.community.moderation.reports.send>;

const OPTIONS = Object.entries(REPORT_REASONS) as [ReportArgs["reason"], string][];

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
        showToast("success", { title: t("Thank you"), detail: t("Our team will review it.") });
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
            options={OPTIONS.map(([value, label]) => ({ value, label: t(label) }))}
          />
          <Field label={t("What should we know?")} hint={t("A link to the original helps.")}>
            {(control) => (
              <Input
                {...control}
                value={note}
                maxLength={MEMBER_TEXTS.reportNote.most}
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
