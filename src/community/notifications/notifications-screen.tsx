import { usePaginatedQuery, useMutation, useQuery } from "convex/react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { useIdentity } from "../../identity/index";
import { useRequest } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import { SignInFirst } from "../billing-settings/sign-in-first";
import { EmptyState } from "../grid/empty-state";
import { ScreenBoundary } from "../grid/screen-boundary";
import { NotificationRow } from "./notification-row";
import { NotificationsSkeleton } from "./notifications-skeleton";
import "../billing-settings/settings.css";
import "./notifications-screen.css";

const PAGE_SIZE = 24;

/** All notifications, newest first, live. */
export function NotificationsScreen() {
  const { status } = useIdentity();
  if (status === "signedOut") {
    return (
      <SignInFirst title="Sign in to see your notifications" path="/notifications">
        Only you see who follows you, likes your work or talks to you.
      </SignInFirst>
    );
  }
  return (
    <ScreenBoundary title="Your notifications did not load">
      <NotificationList />
    </ScreenBoundary>
  );
}

function NotificationList() {
  const { results, status, loadMore } = usePaginatedQuery(
    api.community.notifications.functions.list,
    {},
    { initialNumItems: PAGE_SIZE },
  );
  const markRead = useMutation(api.community.notifications.functions.markRead);
  if (status === "Exhausted" && results.length === 0) return <NoNotifications />;
  return (
    <div className="settings notifications" data-width="narrow">
      <header className="notifications-head">
        <h1>Notifications</h1>
        <MarkAll markRead={() => markRead({})} />
      </header>
      {status === "LoadingFirstPage" ? (
        <NotificationsSkeleton />
      ) : (
        <ul className="notifications-list">
          {results.map((notification) => (
            <NotificationRow
              key={notification.id}
              notification={notification}
              markRead={() => markRead({ id: notification.id })}
            />
          ))}
        </ul>
      )}
      {status === "CanLoadMore" && (
        <Button onClick={() => loadMore(PAGE_SIZE)}>Show older ones</Button>
      )}
    </div>
  );
}

/** It stays in the page when there is nothing to mark, so that it keeps the focus. */
function MarkAll({ markRead }: { markRead: () => Promise<{ error: { message: string } | null }> }) {
  const unread = useQuery(api.community.notifications.functions.unread, {});
  const [busy, run] = useRequest();
  return (
    <Button size="small" busy={busy} aria-disabled={unread === 0} onClick={() => run(markRead)}>
      Mark all as read
    </Button>
  );
}

function NoNotifications() {
  return (
    <EmptyState
      look="empty"
      title="No notifications yet"
      action={
        <Link className="billing-button" data-look="primary" data-size="large" href="/upload">
          Share new work
        </Link>
      }
    >
      When someone follows you, likes your work or talks to you, you see it here.
    </EmptyState>
  );
}
