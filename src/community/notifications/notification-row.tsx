import { Check } from "lucide-react";
import type { FunctionReturnType } from "convex/server";
import { Link } from "wouter";
import type { api } from "../../../convex/_generated/api";
import { Avatar } from "../../shared/avatar";
import { useRequest } from "../../shared/use-request";
import { Handle } from "../handle";
import { Button } from "../../../packages/ui/src/button";
import { VisuallyHidden } from "../../../packages/ui/src/visually-hidden";
import "../grid/grid.css";

export type Notification = FunctionReturnType<
  typeof api.community.notifications.functions.list
>["page"][number];

const KIND_TEXTS: Record<Notification["kind"], string> = {
  like: "liked",
  comment: "commented on",
  reply: "replied to you on",
  mention: "mentioned you on",
  follow: "follows you now",
  invite: "invites you to join",
  offer: "offers you the studio",
};

interface NotificationRowProps {
  notification: Notification;
  markRead: () => Promise<{ error: { message: string } | null }>;
}

/** One notification; opening it marks it as read. */
export function NotificationRow({ notification, markRead }: NotificationRowProps) {
  const { kind, actor, artwork, studio, text, isRead, createdAt } = notification;
  const about = artwork?.title ?? studio?.name ?? "";
  const [busy, run] = useRequest();
  const read = () => {
    if (!isRead) run(markRead);
  };
  return (
    <li className="notification" data-state={isRead ? "read" : "unread"}>
      <Avatar name={actor.name} imageUrl={actor.avatarUrl ?? undefined} />
      <div className="notification-words">
        <Link className="notification-link" href={addressOf(notification)} onClick={read}>
          {!isRead && (
            <>
              <span className="featured-dot" /> <VisuallyHidden>Unread:</VisuallyHidden>
            </>
          )}{" "}
          <b>{actor.name}</b> {KIND_TEXTS[kind]}
          {artwork && (
            <>
              {" "}
              <cite>{artwork.title}</cite>
            </>
          )}
          {studio && ` ${studio.name}`}
        </Link>
        {text !== null && <q>{text}</q>}
        <p className="notification-facts">
          <Handle username={actor.username} />
          <time dateTime={new Date(createdAt).toISOString()}>{timeOf(createdAt)}</time>
        </p>
      </div>
      {artwork && artwork.url !== null && (
        <img className="notification-work" src={artwork.url} alt="" loading="lazy" />
      )}
      {!isRead && (
        <Button
          look="quiet"
          shape="round"
          busy={busy}
          aria-label={`Mark as read: ${actor.name} ${KIND_TEXTS[kind]} ${about}`.trim()}
          onClick={read}
        >
          <Check size={16} strokeWidth={1.75} aria-hidden />
        </Button>
      )}
    </li>
  );
}

function addressOf({ artwork, studio, actor }: Notification): string {
  if (studio) return `/studio/${studio.slug}`;
  return artwork ? `/a/${artwork.id}` : `/u/${actor.username}`;
}

function timeOf(at: number): string {
  const style = { dateStyle: "medium", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat(undefined, style).format(at);
}
