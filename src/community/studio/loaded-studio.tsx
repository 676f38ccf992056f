import { t } from "../../language/text";
import { useQuery } from "convex/react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { EmptyState } from "../grid/empty-state";
import { ScreenBoundary } from "../grid/screen-boundary";
import { GridSkeleton } from "../grid/grid";
import type { Studio } from "./studio-data";
import "./studio-screen.css";

interface LoadedStudioProps {
  slug: string;
  children: (studio: Studio) => ReactNode;
}

/** The page of a studio once it has loaded. */
export function LoadedStudio(props: LoadedStudioProps) {
  return (
    <ScreenBoundary title={t("This studio did not load")}>
      <Load {...props} />
    </ScreenBoundary>
  );
}

function Load({ slug, children }: LoadedStudioProps) {
  const studio = useQuery(api.community.studios.functions.get, { slug });
  if (studio === undefined) return <GridSkeleton kind="mixed" />;
  if (studio) return children(studio);
  return (
    <EmptyState
      look="error"
      title={t("Studio not found")}
      action={
        <Link className="billing-button" data-look="primary" data-size="large" href="/">
          {t("See the gallery")}
        </Link>
      }
    >
      {t("It was closed, or the address has a typo.")}
    </EmptyState>
  );
}
