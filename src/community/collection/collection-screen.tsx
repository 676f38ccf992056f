import { plural, t } from "../../language/text";
import { usePaginatedQuery, useQuery } from "convex/react";
import { useState } from "react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { Handle } from "../handle";
import { Notice } from "../../../packages/ui/src/notice";
import { EmptyState } from "../grid/empty-state";
import { ScreenBoundary } from "../grid/screen-boundary";
import { FIRST_PAGE, useScrollRestoration } from "../grid/use-scroll-restoration";
import { Grid, GridSkeleton } from "../grid/grid";
import { Arrangement } from "./arrangement";
import type { Collection } from "./collection-data";
import { OwnCollectionActions } from "./own-collection-actions";
import "./collection-screen.css";

/** A collection: the works in the order of its owner. */
export function CollectionScreen({ id }: { id: string }) {
  return (
    <ScreenBoundary title={t("This collection did not load")}>
      <Found id={id} />
    </ScreenBoundary>
  );
}

function Found({ id }: { id: string }) {
  const collection = useQuery(api.community.collections.functions.get, { id });
  if (collection === undefined) return <GridSkeleton kind="mixed" />;
  if (collection) return <Opened collection={collection} />;
  return (
    <EmptyState
      look="error"
      title={t("Collection not found")}
      action={
        <Link className="billing-button" data-look="primary" data-size="large" href="/">
          {t("See the gallery")}
        </Link>
      }
    >
      {t("It was removed or is private, or the address has a typo.")}
    </EmptyState>
  );
}

function Opened({ collection }: { collection: Collection }) {
  const { title, description, visibility, items, owner, isMine, isReadOnly } = collection;
  const [mode, setMode] = useState<"grid" | "arranging">("grid");
  return (
    <div className="collection">
      <header className="collection-head">
        <h1>{title}</h1>
        <p className="collection-facts">
          <Link href={`/u/${owner.username}`}>{owner.name}</Link>{" "}
          <Handle username={owner.username} />
          {` · ${plural(items, "1 work", "{count} works")}`}
          {visibility === "private" && (
            <span className="collection-badge">{t("Only you see it")}</span>
          )}
        </p>
        {description !== "" && <p>{description}</p>}
        {isMine && <OwnCollectionActions collection={collection} mode={mode} onMode={setMode} />}
        {isReadOnly && (
          <Notice tone="lamp" title={t("Your plan includes fewer collections.")}>
            {t("You can view or remove this one, not change it.")}{" "}
            <Link href="/pricing">{t("See plans")}</Link>
          </Notice>
        )}
      </header>
      <Works collection={collection} mode={isReadOnly ? "grid" : mode} />
    </div>
  );
}

function Works({ collection, mode }: { collection: Collection; mode: "grid" | "arranging" }) {
  const { id } = collection;
  const { works, isLoading, isEmpty, onNearEnd } = useScrollRestoration(
    `collection ${id}`,
    usePaginatedQuery(api.community.collections.items.list, { collectionId: id }, FIRST_PAGE),
  );
  if (isLoading) return <GridSkeleton kind="mixed" />;
  if (isEmpty) return <NothingYet mine={collection.isMine} />;
  return mode === "grid" ? (
    <Grid works={works} kind="mixed" onNearEnd={onNearEnd} />
  ) : (
    <Arrangement collectionId={id} works={works} onMore={onNearEnd} />
  );
}

function NothingYet({ mine }: { mine: boolean }) {
  return (
    <section className="collection-empty">
      <h2>{t("Nothing in it yet")}</h2>
      {mine ? (
        <>
          <p>{t("Open a work and press Collect to put it here.")}</p>
          <Link className="billing-button" data-look="primary" href="/explore">
            {t("Find works")}
          </Link>
        </>
      ) : (
        <p>{t("Works that its owner adds appear here.")}</p>
      )}
    </section>
  );
}
