import { useMutation } from "convex/react";
import { Flag } from "lucide-react";
import { useState } from "react";
import type { FunctionArgs } from "convex/server";
import { useLocation } from "wouter";
import { api } from "../../../convex/_generated/api";
import { useIdentity } from "../../identity/index";
import { withNextPath } from "../../shell/next-path";
import { showToast } from "../../shell/toasts";
import { useRequest } from "../../shell/use-request";
import { Button } from "../../ui/button";
import { Dialog, DialogBody, DialogDescription, DialogFooter, DialogTitle } from "../../ui/dialog";
import { Field, Input } from "../../ui/field";
import { RadioGroup } from "../../ui/radio-group";
import type { Card } from "../wall/card-data";

type Reason = FunctionArgs<typeof api.community.reports.send>["reason"];

const REASONS: readonly { value: Reason; label: string }[] = [
  { value: "stolen", label: "It is somebody else’s work" },
  { value: "mislabelled", label: "It was not made as it says" },
  { value: "harassment", label: "It harasses somebody" },
  { value: "sexual", label: "It is sexual and not marked so" },
  { value: "violence", label: "It is violent and not marked so" },
  { value: "spam", label: "It is advertising" },
  { value: "other", label: "Something else" },
];
const NOTE_MAX_LENGTH = 1000;

/** Tells the operators that a work is not in order. */
export function Report({ artwork: { id, title } }: { artwork: Card }) {
  const { status } = useIdentity();
  const [path, navigate] = useLocation();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState<Reason>("stolen");
  const [note, setNote] = useState("");
  const send = useMutation(api.community.reports.send);
  const [busy, run] = useRequest();

  function report() {
    run(
      () => send({ subject: { kind: "artwork", id }, reason, note }),
      () => {
        setOpen(false);
        showToast("success", { title: "Thank you", detail: "Somebody will look at it." });
      },
    );
  }

  return (
    <>
      <Button
        look="quiet"
        shape="round"
        aria-label={`Report ${title}`}
        onClick={() =>
          status === "signedIn" ? setOpen(true) : navigate(withNextPath("/sign-in", path))
        }
      >
        <Flag size={16} strokeWidth={1.75} aria-hidden />
      </Button>
      <Dialog slot="report-dialog" open={open} locked={busy} onOpenChange={setOpen}>
        <DialogBody>
          <DialogTitle>Report {title}</DialogTitle>
          <DialogDescription>The artist is not told who did.</DialogDescription>
          <div className="report-form">
            <RadioGroup
              legend="What is wrong"
              value={reason}
              onChange={setReason}
              options={REASONS}
            />
            <Field label="What should we know?" hint="A link to the original helps.">
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
          <Button disabled={busy} onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button look="primary" busy={busy} onClick={report}>
            Send report
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  );
}
