import { useQuery } from "convex/react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { Frames } from "../grid/empty-state";
import { ScreenBoundary } from "../grid/screen-boundary";
import { WallSkeleton } from "../grid/grid";
import type { Studio } from "./studio-data";
import "./studio-screen.css";

interface FoundStudioProps {
  slug: string;
  children: (studio: Studio) => ReactNode;
}

/** What is shown of a studio, once it is there. */
export function FoundStudio(props: FoundStudioProps) {
  return (
    <ScreenBoundary title="This studio did not load">
      <Found {...props} />
    </ScreenBoundary>
  );
}

function Found({ slug, children }: FoundStudioProps) {
  const studio = useQuery(api.community.studios.functions.get, { slug });
  if (studio === undefined) return <WallSkeleton kind="mixed" />;
  if (studio) return children(studio);
  return (
    <Frames
      look="error"
      title="No studio is here"
      action={
        <Link className="billing-button" data-look="primary" data-size="large" href="/">
          See the gallery
        </Link>
      }
    >
      It was closed, or the address has a typo.
    </Frames>
  );
}
