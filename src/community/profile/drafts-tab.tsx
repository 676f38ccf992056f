import { t } from "../../language/text";
import { usePaginatedQuery } from "convex/react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { FIRST_PAGE, useScrollRestoration } from "../grid/use-scroll-restoration";
import { Grid, GridSkeleton } from "../grid/grid";

/** The artist's own unpublished works: drafts, and works that an operator hid. */
export function DraftsTab() {
  const drafts = useUnpublishedWorks("draft");
  const hidden = useUnpublishedWorks("hidden");
  if (drafts.isLoading) return <GridSkeleton kind="profile" />;
  return (
    <>
      {drafts.isEmpty && <NoDrafts />}
      <Grid works={drafts.works} kind="profile" onNearEnd={drafts.onNearEnd} />
      {hidden.works.length > 0 && (
        <section aria-labelledby="profile-hidden">
          <h2 id="profile-hidden" className="profile-all">
            {t("Hidden by an operator")}
          </h2>
          <Grid works={hidden.works} kind="profile" onNearEnd={hidden.onNearEnd} />
        </section>
      )}
    </>
  );
}

function useUnpublishedWorks(state: "draft" | "hidden") {
  return useScrollRestoration(
    `own ${state}`,
    usePaginatedQuery(api.community.artworks.functions.unpublished, { state }, FIRST_PAGE),
  );
}

function NoDrafts() {
  return (
    <section className="profile-empty">
      <h2>{t("No drafts")}</h2>
      <p>{t("Your drafts wait here. Only you see them.")}</p>
      <Link className="billing-button" data-look="primary" href="/upload">
        {t("Share new work")}
      </Link>
    </section>
  );
}
