import { formatDate } from "../../language/format";
import { T, t } from "../../language/text";
import { useIdentity } from "../../identity";
import { useRequest } from "../../shared/use-request";
import { Waiting } from "../../shared/waiting";
import { Button } from "../../../packages/ui/src/button";
import { NotFoundScreen } from "../not-found/not-found-screen";
import { FailNextCharge } from "./fail-next-charge";
import { useTimeline } from "./use-timeline";
import type { Timeline, Wish } from "./use-timeline";
import "./dev-billing-screen.css";
import { SECOND_MS, DAY_MS } from "../../../packages/billing/src/contract";

/**
 * For developers, in the sandbox: the test clock of the user's own customer, and a failing charge.
 */
export function DevBillingScreen() {
  const { status } = useIdentity();
  return status === "signedIn" ? <OwnTimeline /> : <NotFoundScreen />;
}

function OwnTimeline() {
  const { timeline, refusal, ask } = useTimeline();
  const [busy, run] = useRequest();
  if (refusal !== null) return <NotFoundScreen />;
  if (!timeline) return <Waiting />;
  const wish = (asked: Wish) => run(() => ask(asked));
  return (
    <div className="dev-billing">
      <h1>{t("Test clock")}</h1>
      <p>
        <T
          text={
            timeline.is_test_clock
              ? "Your customer’s clock shows {time}, set by a test clock."
              : "Your customer’s clock shows {time}, in real time."
          }
          time={<strong>{formatTime(timeline.now)}</strong>}
        />
      </p>
      <div className="dev-billing-actions">
        {jumpsOf(timeline).map(({ label, to }) => (
          <Button key={label} busy={busy} onClick={() => wish({ do: "advance", to })}>
            {label}
          </Button>
        ))}
      </div>
      <FailNextCharge
        busy={busy}
        chosen={timeline.next_charge_fails}
        onChoose={(code) => wish({ do: "fail_next_charge", code })}
      />
      <Upcoming due={timeline.due} />
      <PastEvents events={timeline.events} />
    </div>
  );
}

function jumpsOf({ now, next_due_at: next }: Timeline): { label: string; to: number }[] {
  const jumps = [
    { label: t("Advance a day"), to: now + DAY_MS },
    { label: t("Advance 30 days"), to: now + 30 * DAY_MS },
  ];
  return next === null || next <= now
    ? jumps
    : [
        ...jumps,
        { label: t("Advance to the next event"), to: Math.ceil(next / SECOND_MS) * SECOND_MS },
      ];
}

function Upcoming({ due }: Pick<Timeline, "due">) {
  return (
    <section>
      <h2>{t("Next events")}</h2>
      {due.length === 0 && <p>{t("Nothing.")}</p>}
      <ul>
        {due.map(({ at, what, product }) => (
          <li key={`${product} ${what} ${at}`}>
            <span>{`${product}: ${what}`}</span>
            <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PastEvents({ events }: Pick<Timeline, "events">) {
  return (
    <section>
      <h2>{t("What the payment processor did")}</h2>
      {events.length === 0 && <p>{t("Nothing yet.")}</p>}
      <ul>
        {events.map(({ id, status, minor }) => (
          <li key={id}>
            <span>
              {minor === null
                ? status
                : t("{status}: {minor} minor units", { status, minor: String(minor) })}
            </span>
            <code>{id}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function formatTime(at: number): string {
  return formatDate(at, { dateStyle: "medium", timeStyle: "short" });
}
