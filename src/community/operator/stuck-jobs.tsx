import { formatDate } from "../../language/format";
import { msg, plural, t } from "../../language/text";
import { useMutation, useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { StuckJob } from "../../../packages/billing/src/contract";
import { Button } from "../../../packages/ui/src/button";
import { showToast } from "../../shared/toasts";
import { useRequest } from "../../shared/use-request";
import { CustomerLink } from "./customer-link";
import { ListSection } from "./list-section";
import { DismissJob } from "./dismiss-job";
import { usePage } from "./use-page";

/** The name of the failed work, by the kind of its job. */
const WORDS: Readonly<Record<StuckJob["kind"], string>> = {
  process_due: msg("Renewal, end or reset"),
  settle_charge: msg("Payment or refund"),
  process_report: msg("Report of the payment service"),
  close_account: msg("Deletion at the payment service"),
  backfill: msg("List of missed reports"),
  deliver_events: msg("Event"),
  report_use: msg("Use at the billing provider"),
  send_call: msg("Call to the billing provider"),
};

/** Failed work that billing retries, or that waits for an operator. */
export function StuckJobs() {
  const page = usePage();
  const answer = useQuery(api.community.operators.functions.stuckJobs, { cursor: page.cursor });
  return (
    <ListSection
      title={t("Stuck jobs")}
      none={t("No job is stuck.")}
      page={page}
      answer={answer}
      keyOf={({ job }) => job}
    >
      {(row) => (
        <div className="operator-row">
          <p>
            {t(WORDS[row.kind])} {isLinked(row) ? <CustomerLink customer={row} /> : row.customer_id}{" "}
            {row.about !== null && <code>{row.about}</code>}
          </p>
          <p className="operator-detail">{retriesOf(row)}</p>
          {row.error !== null && <code>{row.error}</code>}
          <div className="operator-actions">
            {row.next_attempt_at !== null && <RetryJob job={row} />}
            {row.dismissible && <DismissJob job={row} />}
          </div>
        </div>
      )}
    </ListSection>
  );
}

function retriesOf({ attempts, next_attempt_at: next }: StuckJob): string {
  if (next === null) return t("No automatic retries. You decide what happens.");
  return plural(attempts, "{count} attempt, next at {time}", "{count} attempts, next at {time}", {
    time: formatDate(next, { dateStyle: "medium", timeStyle: "short" }),
  });
}

function RetryJob({ job: { job } }: { job: StuckJob }) {
  const send = useMutation(api.community.operators.actions.retryJob);
  const [busy, run] = useRequest();
  const show = () => showToast("success", { title: t("The job was started") });
  return (
    <Button size="small" busy={busy} onClick={() => run(() => send({ job }), show)}>
      {t("Try now")}
    </Button>
  );
}

/** Deleted customers and customers of a hosted provider have no page here. */
function isLinked({ kind, customer_id: id }: StuckJob): boolean {
  return id !== "" && !["close_account", "report_use", "send_call"].includes(kind);
}

/** Mails that failed permanently. */
export function FailedMails() {
  const page = usePage();
  const answer = useQuery(api.community.operators.functions.failedMails, { cursor: page.cursor });
  return (
    <ListSection
      title={t("Mails that were not sent")}
      none={t("No mail was given up.")}
      page={page}
      answer={answer}
      keyOf={({ id }) => id}
    >
      {({ to, subject, error, at }) => (
        <div className="operator-row">
          <p>{t("“{subject}” to {to}", { subject, to })}</p>
          <p className="operator-detail">
            {formatDate(at, { dateStyle: "medium", timeStyle: "short" })}
          </p>
          {error !== null && <code>{error}</code>}
        </div>
      )}
    </ListSection>
  );
}
