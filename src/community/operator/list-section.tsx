import { t } from "../../language/text";
import type { ReactNode } from "react";
import { Button } from "../../../packages/ui/src/button";
import { Skeleton } from "../../../packages/ui/src/skeleton";
import type { Paged } from "./use-page";

export interface ListSectionProps<Row> {
  title: string;
  /** The text of an empty list. */
  none: string;
  page: Paged;
  /** Undefined while it loads. */
  answer: { data: { list: Row[]; next_cursor: string | null } | null } | undefined;
  keyOf: (row: Row) => string;
  children: (row: Row) => ReactNode;
}

/** One list of the operators' page, a page at a time. */
export function ListSection<Row>(props: ListSectionProps<Row>) {
  const { title, none, page, answer, keyOf, children } = props;
  const list = answer?.data?.list;
  const next = answer?.data?.next_cursor ?? null;
  return (
    <section className="operator-section">
      <h2>{title}</h2>
      {!list && <Skeleton width="100%" height={44} />}
      {list?.length === 0 && <p className="operator-none">{none}</p>}
      {list && list.length > 0 && (
        <ul className="operator-list">
          {list.map((row) => (
            <li key={keyOf(row)}>{children(row)}</li>
          ))}
        </ul>
      )}
      {(page.newer || next !== null) && (
        <div className="operator-actions">
          <Button size="small" disabled={!page.newer} onClick={page.newer}>
            {t("Newer")}
          </Button>
          <Button
            size="small"
            disabled={next === null}
            onClick={() => {
              if (next !== null) page.older(next);
            }}
          >
            {t("Older")}
          </Button>
        </div>
      )}
    </section>
  );
}
