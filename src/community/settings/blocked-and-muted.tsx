import { msg, t } from "../../language/text";
import { useMutation, usePaginatedQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { Avatar } from "../../shared/avatar";
import { useRequest } from "../../shared/use-request";
import { Handle } from "../handle";
import { Button } from "../../../packages/ui/src/button";

const PAGE_SIZE = 12;
const WORDS = {
  block: {
    title: msg("Blocked"),
    means: msg(
      "You don't see each other, and you can't follow, like, comment on or mention each other.",
    ),
    undo: msg("Unblock"),
  },
  mute: {
    title: msg("Muted"),
    means: msg("You don't see their works and comments. They are not notified."),
    undo: msg("Unmute"),
  },
} as const;

type Kind = keyof typeof WORDS;
type Person = FunctionReturnType<typeof api.community.relationships.blocks.list>["page"][number];

/** The members whom the user blocks or mutes, with a way to undo it. */
export function BlockedAndMuted({ kind }: { kind: Kind }) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.community.relationships.blocks.list,
    { kind },
    { initialNumItems: PAGE_SIZE },
  );
  const { title, means } = WORDS[kind];
  return (
    <div>
      <h3>{t(title)}</h3>
      <p>{t(means)}</p>
      {status === "Exhausted" && results.length === 0 ? (
        <p className="settings-none">{t("No one yet.")}</p>
      ) : (
        <ul className="settings-people" aria-label={t(title)}>
          {results.map((person) => (
            <BlockedOrMuted key={person.username} kind={kind} person={person} />
          ))}
        </ul>
      )}
      {status === "CanLoadMore" && (
        <Button onClick={() => loadMore(PAGE_SIZE)}>{t("Show more")}</Button>
      )}
    </div>
  );
}

function BlockedOrMuted({ kind, person }: { kind: Kind; person: Person }) {
  const { username, name, avatarUrl } = person;
  const silence = useMutation(api.community.relationships.blocks.set);
  const [busy, run] = useRequest();
  const { undo } = WORDS[kind];
  return (
    <li>
      <Avatar name={name} imageUrl={avatarUrl ?? undefined} />
      <Link href={`/u/${username}`}>{name}</Link> <Handle username={username} />
      <Button
        busy={busy}
        aria-label={t("{undo} {name}", { undo: t(undo), name })}
        onClick={() => run(() => silence({ username, kind, enabled: false }))}
      >
        {t(undo)}
      </Button>
    </li>
  );
}
