import { formatDate } from "../../language/format";
import { t } from "../../language/text";
import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { ListSection } from "./list-section";
import { describeEntry } from "./timeline-copy";
import { usePage } from "./use-page";

export interface CustomerTimelineProps {
  customerId: string;
  /** The name of a feature or a product. */
  nameOf: (id: string) => string;
}

/** A customer's history, newest first. */
export function CustomerTimeline({ customerId, nameOf }: CustomerTimelineProps) {
  const page = usePage();
  const { cursor } = page;
  const answer = useQuery(api.community.operators.functions.timeline, { customerId, cursor });
  return (
    <ListSection
      title={t("Timeline")}
      none={t("Nothing happened yet.")}
      page={page}
      answer={answer}
      keyOf={({ id }) => id}
    >
      {(entry) => {
        const { what, by, detail } = describeEntry(entry, nameOf);
        return (
          <div className="operator-entry" data-kind={entry.kind}>
            <time dateTime={new Date(entry.at).toISOString()}>
              {formatDate(entry.at, { dateStyle: "medium", timeStyle: "short" })}
            </time>
            <p>
              {what}
              {by !== null && <span className="operator-by"> {by}</span>}
            </p>
            {detail !== null && <p className="operator-detail">{detail}</p>}
          </div>
        );
      }}
    </ListSection>
  );
}
