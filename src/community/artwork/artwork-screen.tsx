import { t } from "../../language/text";
import { useQuery } from "convex/react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { EmptyState } from "../grid/empty-state";
import { ScreenBoundary } from "../grid/screen-boundary";
import { RelatedWorks } from "./related-works";
import { Viewer } from "./viewer";
import "../grid/grid.css";
import "./print.css";

/** One work on its own page, with the caption beside it. */
export function ArtworkScreen({ id }: { id: string }) {
  return (
    <ScreenBoundary title={t("This work did not load")}>
      <Artwork id={id} />
    </ScreenBoundary>
  );
}

function Artwork({ id }: { id: string }) {
  const found = useQuery(api.community.artworks.functions.get, { id });
  const detail = useQuery(api.community.artworks.functions.detail, { id });
  if (found === undefined) {
    return <div className="viewer" role="status" aria-label={t("Loading")} aria-busy="true" />;
  }
  if (found) {
    return (
      <>
        <Viewer key={found.artwork.id} found={found} detail={detail ?? null} />
        <RelatedWorks id={found.artwork.id} />
      </>
    );
  }
  return (
    <EmptyState
      look="error"
      title={t("Page not found")}
      action={
        <Link className="billing-button" data-look="primary" data-size="large" href="/">
          {t("See the gallery")}
        </Link>
      }
    >
      {t("This work was taken down, or the address has a typo.")}
    </EmptyState>
  );
}
