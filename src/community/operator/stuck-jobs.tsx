import { formatDate } from "../../language/format";
import { msg, plural, t } from "../../language/text";
import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { CustomerLink } from "./customer-link";
import { ListSection } from "./list-section";
import { DismissMismatch } from "./dismiss-mismatch";
import { usePage } from "./use-page";

const WORDS = {
  step: { title: msg("Stuck renewals, ends and resets"), none: msg("No step is stuck.") },
  event: { title: msg("Stuck events"), none: msg("Every event was handled.") },
  charge: {
    title: msg("Payments and refunds without an answer, or of another amount"),
    none: msg("The payment service has answered everything."),
  },
  account: {
    title: msg("Deleted customers whom the payment service still knows"),
    none: msg("The payment service has forgotten every deleted customer."),
  },
  report: {
    title: msg("Reports that could not be followed up"),
    none: msg("Every report of the payment service was followed up."),
  },
  backfill: {
    title: msg("Reports that never came, and could not be listed"),
    none: msg("Reports that never came can be listed."),
  },
} as const;

/** Work that failed and is tried again. */
export function StuckJobs({ kind }: { kind: keyof typeof WORDS }) {
  const page = usePage();
  const { cursor } = page;
  const answer = useQuery(api.community.operators.functions.stuckJobs, { kind, cursor });
  return (
    <ListSection
      title={t(WORDS[kind].title)}
      none={t(WORDS[kind].none)}
      page={page}
      answer={answer}
      keyOf={({ customer_id, event, next_try_at }) => `${customer_id} ${event} ${next_try_at}`}
    >
      {(row) => (
        <div className="operator-row">
          <p>
            {isLinked(kind, row) ? <CustomerLink customer={row} /> : row.customer_id}{" "}
            {row.event !== null && <code>{row.event}</code>}
          </p>
          {row.mismatched_charge === undefined && (
            <p className="operator-detail">
              {plural(
                row.failures,
                "{count} failure, next try {time}",
                "{count} failures, next try {time}",
                {
                  time: formatDate(row.next_try_at, { dateStyle: "medium", timeStyle: "short" }),
                },
              )}
            </p>
          )}
          {row.message !== null && <code>{row.message}</code>}
          <DismissMismatch job={row} />
        </div>
      )}
    </ListSection>
  );
}

/** A deleted customer has no page, and whom a report is about may not be known. */
function isLinked(kind: keyof typeof WORDS, { customer_id: id }: { customer_id: string }) {
  return kind !== "account" && id !== "";
}

/** Mails that were given up. */
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
