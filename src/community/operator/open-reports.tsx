import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../../packages/ui/src/button";
import { formatDate } from "../../language/format";
import { T, msg, t } from "../../language/text";
import { showToast } from "../../shared/toasts";
import { useRequest } from "../../shared/use-request";
import { REPORT_REASONS } from "../report-reasons";
import { ActDialog } from "./act-dialog";
import { ListSection } from "./list-section";
import { usePage } from "./use-page";

type Report = NonNullable<
  FunctionReturnType<typeof api.community.operators.reports.open>["data"]
>["list"][number];
type Subject = NonNullable<Report["subject"]>;

interface DecisionCopy {
  commit: string;
  description: string;
  done: string;
}

const UPHOLD: Record<Subject["kind"], DecisionCopy> = {
  artwork: {
    commit: msg("Hide the work"),
    description: msg(
      "Only its artist can still see the work, and the same file can’t be uploaded again. You can restore it later.",
    ),
    done: msg("Work hidden"),
  },
  comment: {
    commit: msg("Delete the comment"),
    description: msg("This permanently deletes the comment."),
    done: msg("Comment deleted"),
  },
  profile: {
    commit: msg("Close as handled"),
    description: msg("This only closes the report. To suspend the member, find them above."),
    done: msg("Report closed"),
  },
};

const DISMISS = {
  commit: msg("Dismiss"),
  description: msg("Nothing is hidden or deleted. All open reports about it are closed."),
  done: msg("Report dismissed"),
};

/** Open reports of members. Each decision closes every report of the same subject. */
export function OpenReports() {
  const page = usePage();
  const answer = useQuery(api.community.operators.reports.open, { cursor: page.cursor });
  return (
    <ListSection
      title={t("Member reports")}
      none={t("No open reports.")}
      page={page}
      answer={answer}
      keyOf={({ id }) => id}
    >
      {(report) => <ReportRow report={report} />}
    </ListSection>
  );
}

function ReportRow({ report }: { report: Report }) {
  const [decision, setDecision] = useState<"upheld" | "dismissed" | null>(null);
  const { subject, reason, note, reporter, at } = report;
  const date = formatDate(at, { dateStyle: "medium", timeStyle: "short" });
  return (
    <div className="operator-row">
      <p>{subject ? <SubjectLink subject={subject} /> : t("It has been deleted.")}</p>
      <p>
        <strong>{t(REPORT_REASONS[reason])}</strong>
      </p>
      {note !== "" && <q>{note}</q>}
      <p className="operator-detail">
        {reporter === null
          ? t("Reported {date} by a deleted account", { date })
          : t("Reported {date} by @{reporter}", { date, reporter })}
      </p>
      <div className="operator-actions">
        {subject && (
          <Button size="small" look="danger" onClick={() => setDecision("upheld")}>
            {t(UPHOLD[subject.kind].commit)}
          </Button>
        )}
        <Button size="small" onClick={() => setDecision("dismissed")}>
          {t("Dismiss")}
        </Button>
      </div>
      {decision && (
        <CloseDialog report={report} state={decision} onClose={() => setDecision(null)} />
      )}
    </div>
  );
}

function SubjectLink({ subject }: { subject: Subject }) {
  switch (subject.kind) {
    case "artwork":
      return (
        <T
          text="{title} by {artist}"
          title={<Link href={`/a/${subject.artworkId}`}>{subject.title}</Link>}
          artist={<MemberLink username={subject.artist} />}
        />
      );
    case "comment":
      return (
        <T
          text="{author} commented: {comment}"
          author={<MemberLink username={subject.author} />}
          comment={<Link href={`/a/${subject.artworkId}`}>{subject.text}</Link>}
        />
      );
    case "profile":
      return <MemberLink username={subject.username} />;
  }
}

function MemberLink({ username }: { username: string }) {
  return <Link href={`/u/${username}`}>@{username}</Link>;
}

interface CloseDialogProps {
  report: Report;
  state: "upheld" | "dismissed";
  onClose: () => void;
}

function CloseDialog({ report: { id, subject }, state, onClose }: CloseDialogProps) {
  const close = useMutation(api.community.operators.reports.close);
  const [busy, run] = useRequest();
  const isUpheld = state === "upheld" && subject !== null;
  const { commit, description, done } = isUpheld ? UPHOLD[subject.kind] : DISMISS;
  function onDone() {
    onClose();
    showToast("success", { title: t(done) });
  }
  return (
    <ActDialog
      title={isUpheld ? t(commit) : t("Dismiss the report")}
      description={t(description)}
      reasonHint={t("Operators can read it.")}
      commit={t(commit)}
      look={isUpheld ? "danger" : "primary"}
      busy={busy}
      onCommit={(reason) => run(() => close({ id, state, reason }), onDone)}
      onClose={onClose}
    />
  );
}
