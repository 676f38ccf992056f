import { t } from "../../language/text";
import { Flag } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { useIdentity } from "../../identity/index";
import { withNextPath } from "../../shared/next-path";
import { Button } from "../../../packages/ui/src/button";
import { ReportDialog } from "./report-dialog";
import type { ReportDialogProps } from "./report-dialog";

/** Opens the report dialog. A visitor signs in first. */
export function Report({ subject, what }: Pick<ReportDialogProps, "subject" | "what">) {
  const { status } = useIdentity();
  const [path, navigate] = useLocation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        shape="round"
        aria-label={t("Report {what}", { what })}
        title={t("Report")}
        onClick={() =>
          status === "signedIn" ? setOpen(true) : navigate(withNextPath("/sign-in", path))
        }
      >
        <Flag size={16} strokeWidth={1.75} aria-hidden />
      </Button>
      <ReportDialog subject={subject} what={what} open={open} setOpen={setOpen} />
    </>
  );
}
