import { t } from "../../language/text";
import { useQuery } from "convex/react";
import { useId } from "react";
import { api } from "../../../convex/_generated/api";
import { useHydrating } from "../../shared/use-hydrating";
import { Grid } from "../grid/grid";
import "./related-works.css";

/** Related works, below a work. Their pictures load after the work's own. */
export function RelatedWorks({ id }: { id: string }) {
  const works = useQuery(api.community.artworks.related.list, useHydrating() ? "skip" : { id });
  const headingId = useId();
  if (works === undefined || works.length === 0) return null;
  return (
    <section className="related" aria-labelledby={headingId}>
      <h2 id={headingId}>{t("More like this")}</h2>
      <Grid works={works} kind="mixed" onNearEnd={null} />
    </section>
  );
}
