import { formatDate } from "../../language/format";
import { T, msg, t } from "../../language/text";
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

const KIND_TEXTS = {
  like: msg("{actors} liked {about}"),
  comment: msg("{actors} commented on {about}"),
  reply: msg("{actors} replied to you on {about}"),
  mention: msg("{actors} mentioned you on {about}"),
  follow: msg("{actors} follows you now{about}"),
  invite: msg("{actors} invites you to join {about}"),
  offer: msg("{actors} offers you the studio {about}"),
} as const satisfies Record<Notification["kind"], string>;

/** The texts for several people, where they differ. */
const OF_SEVERAL = {
  ...KIND_TEXTS,
  follow: msg("{actors} follow you now{about}"),
};

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
  const words = (group.length > 1 ? OF_SEVERAL : KIND_TEXTS)[kind];
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
              <span className="featured-dot" /> <VisuallyHidden>{t("Unread:")}</VisuallyHidden>
            </>
          )}{" "}
          <T
            text={words}
            actors={<b>{actors}</b>}
            about={artwork ? <cite>{artwork.title}</cite> : about}
          />
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
          aria-label={t("Mark as read: {what}", { what: t(words, { actors, about }) })}
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
  return formatDate(at, style);
}
