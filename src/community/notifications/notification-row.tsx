import { Check } from "lucide-react";
import { Link } from "wouter";
import { Avatar } from "../../shared/avatar";
import { describeAge } from "../../shared/age";
import { useRequest } from "../../shared/use-request";
import { FollowButton } from "../follow-button";
import { Handle } from "../handle";
import { describeActors } from "./grouped";
import type { Notification, NotificationGroup } from "./grouped";
import { Button } from "../../../packages/ui/src/button";
import { VisuallyHidden } from "../../../packages/ui/src/visually-hidden";
import "../grid/grid.css";

const KIND_TEXTS: Record<Notification["kind"], string> = {
  like: "liked",
  comment: "commented on",
  reply: "replied to you on",
  mention: "mentioned you on",
  follow: "follows you now",
  invite: "invites you to join",
  offer: "offers you the studio",
};

/** "follows you now" of several. */
const OF_SEVERAL: Partial<typeof KIND_TEXTS> = { follow: "follow you now" };

interface NotificationRowProps {
  group: NotificationGroup;
  /** The current time, in milliseconds. */
  now: number;
  /** Marks every notification of the group. */
  markRead: () => Promise<{ error: { message: string } | null }>;
}

/** One or several notifications; opening them marks them as read. */
export function NotificationRow({ group, now, markRead }: NotificationRowProps) {
  const [notification] = group;
  const { kind, actor, artwork, studio, text, isRead, isFollowed, createdAt } = notification;
  const actors = describeActors(group);
  const words = (group.length > 1 ? OF_SEVERAL[kind] : undefined) ?? KIND_TEXTS[kind];
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
          <b>{actors}</b> {words}
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
          <time dateTime={new Date(createdAt).toISOString()} title={timeOf(createdAt)}>
            {describeAge(createdAt, now)}
          </time>
        </p>
      </div>
      {artwork && artwork.url !== null && (
        <img className="notification-work" src={artwork.url} alt="" loading="lazy" />
      )}
      {kind === "follow" && group.length === 1 && (
        <FollowButton artist={{ ...actor, isFollowed }} look="outline" />
      )}
      {!isRead && (
        <Button
          look="quiet"
          shape="round"
          busy={busy}
          aria-label={`Mark as read: ${actors} ${words} ${about}`.trim()}
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
