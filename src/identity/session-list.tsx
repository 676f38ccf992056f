import { formatDate } from "../language/format";
import { T, t } from "../language/text";
import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../convex/_generated/api";
import { Button } from "../../packages/ui/src/button";
import { Skeleton } from "../../packages/ui/src/skeleton";
import { Refusal } from "./refusal";
import { useCall } from "./use-call";
import "./session-list.css";

const { sessionList } = api.accounts;
type Listed = FunctionReturnType<typeof sessionList.list>[number];

/** The user's active sessions, with buttons that end them. */
export function SessionList() {
  const sessions = useQuery(sessionList.list, {});
  const endOthers = useMutation(sessionList.endOthers);
  const { busy, refusal, run } = useCall();
  const [now] = useState(() => Date.now());
  if (!sessions) return <Skeleton width="100%" height="120px" />;
  return (
    <>
      <Refusal of={refusal} />
      <ul className="identity-sessions" aria-label={t("Where you are signed in")}>
        {sessions.map((session) => (
          <ListedSession key={session.id} session={session} now={now} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button busy={busy} onClick={() => run(async () => await endOthers({}))}>
          {t("Sign out everywhere else")}
        </Button>
      )}
    </>
  );
}

function ListedSession({ session, now }: { session: Listed; now: number }) {
  const end = useMutation(sessionList.end);
  const { busy, refusal, run } = useCall();
  const name = nameOf(session);
  return (
    <li>
      <div>
        <b>{name}</b>
        <p>{session.isCurrent ? t("This browser") : <Used at={session.usedAt} now={now} />}</p>
        <Refusal of={refusal} />
      </div>
      {!session.isCurrent && (
        <Button
          busy={busy}
          aria-label={t("Sign out there: {name}", { name })}
          onClick={() => run(async () => await end({ id: session.id }))}
        >
          {t("Sign out there")}
        </Button>
      )}
    </li>
  );
}

function Used({ at, now }: { at: number; now: number }) {
  const style = { dateStyle: "medium", timeStyle: "short" } as const;
  const time = formatDate(Math.min(at, now), style);
  return (
    <>
      <T text="Last used {time}" time={<time dateTime={new Date(at).toISOString()}>{time}</time>} />
    </>
  );
}

function nameOf({ browser, system }: Listed): string {
  if (browser === null && system === null) return t("Unknown browser");
  const name = browser ?? t("Unknown browser");
  return system === null ? name : t("{browser} on {system}", { browser: name, system });
}
