import { t } from "../../language/text";
import { usePaginatedQuery } from "convex/react";
import { useId } from "react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../../packages/ui/src/button";
import { Numbers } from "./view-sources";

const PAGE = 10;

/** The views of each work, the newest work first. */
export function ViewedWorks({ length }: { length: 30 | 90 }) {
  const headingId = useId();
  const { results, status, loadMore } = usePaginatedQuery(
    api.community.insights.functions.works,
    { window: length },
    { initialNumItems: PAGE },
  );
  if (status === "LoadingFirstPage" || results.length === 0) return null;
  return (
    <section className="insights-part" aria-labelledby={headingId}>
      <h2 id={headingId}>{t("Views by work")}</h2>
      <ul className="insights-rows">
        {results.map(({ id, title, thumbnailUrl, views, before }) => (
          <li key={id} className="insights-row" data-look="work">
            {thumbnailUrl === null ? (
              <span className="insights-picture" />
            ) : (
              <img className="insights-picture" src={thumbnailUrl} alt="" loading="lazy" />
            )}
            <Link className="insights-name" href={`/a/${id}`}>
              <cite>{title}</cite>
            </Link>
            <Numbers now={views} before={before} length={length} newcomer={t("new")} />
          </li>
        ))}
      </ul>
      {status !== "Exhausted" && (
        <Button look="outline" busy={status === "LoadingMore"} onClick={() => loadMore(PAGE)}>
          {t("Show more works")}
        </Button>
      )}
    </section>
  );
}
