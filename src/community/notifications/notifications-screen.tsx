import { msg, t } from "../../language/text";
import { usePaginatedQuery, useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { Link, useSearchParams } from "wouter";
import { api } from "../../../convex/_generated/api";
import { useIdentity } from "../../identity/index";
import { useRequest } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import { Chip } from "../../../packages/ui/src/chip";
import { SignInFirst } from "../billing-settings/sign-in-first";
import { EmptyState } from "../grid/empty-state";
import { ScreenBoundary } from "../grid/screen-boundary";
import { grouped } from "./grouped";
import { NotificationRow } from "./notification-row";
import { NotificationsSkeleton } from "./notifications-skeleton";
import "../billing-settings/settings.css";
import "./notifications-screen.css";

const PAGE_SIZE = 24;

/** The kinds that the list can be filtered by. */
const KINDS = [
  { kind: "like", label: msg("Likes"), none: msg("No likes yet.") },
  {
    kind: "comment",
    label: msg("Comments"),
    none: msg("No comments yet."),
  },
  {
    kind: "reply",
    label: msg("Replies"),
    none: msg("No replies yet."),
  },
  {
    kind: "mention",
    label: msg("Mentions"),
    none: msg("No mentions yet."),
  },
  {
    kind: "follow",
    label: msg("Follows"),
    none: msg("No follows yet."),
  },
] as const;

/** All notifications, newest first, live. */
export function NotificationsScreen() {
  const { status } = useIdentity();
  if (status === "signedOut") {
    return (
      <SignInFirst title={t("Sign in to see your notifications")} path="/notifications">
        {t("Only you see who follows you, likes your work or talks to you.")}
      </SignInFirst>
    );
  }
  return (
    <ScreenBoundary title={t("Your notifications did not load")}>
      <NotificationList />
    </ScreenBoundary>
  );
}

function NotificationList() {
  const [search, setSearch] = useSearchParams();
  const [now] = useState(Date.now);
  const chosen = KINDS.find(({ kind }) => kind === search.get("kind"));
  const { results, status, loadMore } = usePaginatedQuery(
    api.community.notifications.functions.list,
    chosen ? { kind: chosen.kind } : {},
    { initialNumItems: PAGE_SIZE },
  );
  const markRead = useMutation(api.community.notifications.functions.markRead);
  const isEmpty = status === "Exhausted" && results.length === 0;
  if (isEmpty && !chosen) return <NoNotifications />;
  return (
    <div className="settings notifications" data-width="narrow">
      <header className="notifications-head">
        <h1>{t("Notifications")}</h1>
        <MarkAll markRead={() => markRead({})} />
      </header>
      <div className="notifications-kinds" role="group" aria-label={t("Kind")}>
        {KINDS.map(({ kind, label }) => (
          <Chip
            key={kind}
            pressed={kind === chosen?.kind}
            onPress={(pressed) => setSearch(pressed ? { kind } : {}, { replace: true })}
          >
            {t(label)}
          </Chip>
        ))}
      </div>
      {isEmpty && chosen && <p>{t(chosen.none)}</p>}
      {status === "LoadingFirstPage" ? (
        <NotificationsSkeleton />
      ) : (
        <ul className="notifications-list">
          {grouped(results).map((group) => (
            <NotificationRow
              key={group[0].id}
              group={group}
              now={now}
              markRead={() => markRead({ ids: group.map(({ id }) => id) })}
            />
          ))}
        </ul>
      )}
      {status === "CanLoadMore" && (
        <Button onClick={() => loadMore(PAGE_SIZE)}>{t("Show older ones")}</Button>
      )}
    </div>
  );
}

/** Stays in the page if there is nothing to mark, so that it keeps the focus. */
function MarkAll({ markRead }: { markRead: () => Promise<{ error: { message: string } | null }> }) {
  const unread = useQuery(api.community.notifications.functions.unread, {});
  const [busy, run] = useRequest();
  return (
    <Button size="small" busy={busy} aria-disabled={unread === 0} onClick={() => run(markRead)}>
      {t("Mark all as read")}
    </Button>
  );
}

function NoNotifications() {
  return (
    <EmptyState
      look="empty"
      title={t("No notifications yet")}
      action={
        <Link className="billing-button" data-look="primary" data-size="large" href="/upload">
          {t("Share new work")}
        </Link>
      }
    >
      {t("When someone follows you, likes your work or talks to you, you see it here.")}
    </EmptyState>
  );
}
