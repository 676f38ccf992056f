import { formatNumber } from "../../language/format";
import { t } from "../../language/text";
import { useId } from "react";
import { VisuallyHidden } from "../../../packages/ui/src/visually-hidden";
import type { Insights } from "./counted-days";
import { SOURCES, describeChange, shortChange } from "./insights-copy";

interface ViewSourcesProps {
  sources: Insights["sources"];
  /** All views of the window, including those without a source. */
  views: number;
  length: number;
}

/** Where works were opened, as bars in proportion to all views. */
export function ViewSources({ sources, views, length }: ViewSourcesProps) {
  const headingId = useId();
  const known = sources.reduce((sum, { views: some }) => sum + some, 0);
  return (
    <section className="insights-part" aria-labelledby={headingId}>
      <h2 id={headingId}>{t("Where views came from")}</h2>
      {known === 0 ? (
        <p className="insights-hint">
          {t("No view of the last {days} days has a source yet.", { days: length })}
        </p>
      ) : (
        <ul className="insights-rows">
          {sources.map(({ source, views: some, before }) => (
            <li key={source} className="insights-row">
              <span className="insights-name">{t(SOURCES[source])}</span>
              <Numbers now={some} before={before} length={length} />
              <span className="insights-bar" aria-hidden="true">
                <span style={{ inlineSize: `${(some / known) * 100}%` }} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {views > known && known > 0 && (
        <p className="insights-hint">
          {t("{unknown} earlier views were counted without a source.", { unknown: views - known })}
        </p>
      )}
    </section>
  );
}

interface NumbersProps {
  now: number;
  /** Null if there is no previous period. */
  before: number | null;
  length: number;
  /** The text beside a count without a previous period. Default none. */
  newcomer?: string;
}

/** A count and its change, which screen readers announce as a sentence. */
export function Numbers({ now, before, length, newcomer }: NumbersProps) {
  return (
    <span className="insights-numbers">
      <b>{formatNumber(now)}</b>
      {before === null ? (
        newcomer !== undefined && <span className="insights-change"> {newcomer}</span>
      ) : (
        <>
          {" "}
          <span
            className="insights-change"
            aria-hidden="true"
            title={describeChange(now, before, length)}
          >
            {shortChange(now, before)}
          </span>
          <VisuallyHidden>{`. ${describeChange(now, before, length)}.`}</VisuallyHidden>
        </>
      )}
    </span>
  );
}
