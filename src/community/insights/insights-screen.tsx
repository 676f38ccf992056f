import { formatNumber } from "../../language/format";
import { msg, t, translateSentence } from "../../language/text";
import { useQuery } from "convex/react";
import { useEffect, useEffectEvent, useState } from "react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { useIdentity } from "../../identity/index";
import { Disclosure } from "../../../packages/ui/src/disclosure";
import { Notice } from "../../../packages/ui/src/notice";
import { RadioGroup } from "../../../packages/ui/src/radio-group";
import { Skeleton } from "../../../packages/ui/src/skeleton";
import { PaywallDialog, useCustomer } from "../billing-hooks";
import { SignInFirst } from "../billing-settings/sign-in-first";
import { EmptyState } from "../grid/empty-state";
import { ScreenBoundary } from "../grid/screen-boundary";
import { BarChart } from "./bar-chart";
import { fillDays, formatDay, totalOf } from "./counted-days";
import type { Counted, CountedDay } from "./counted-days";
import { describeChange } from "./insights-copy";
import { ViewSources } from "./view-sources";
import { ViewedWorks } from "./viewed-works";
import "../billing-settings/settings.css";
import "./insights-screen.css";

const WINDOWS = [
  { value: "30", label: msg("30 days") },
  { value: "90", label: msg("90 days") },
] as const;
/** A longer window is a paid feature. */
const FURTHER = { featureId: "insights_90" } as const;
type WindowChoice = (typeof WINDOWS)[number]["value"];

const COUNTED: readonly { counted: Counted; label: string }[] = [
  { counted: "views", label: msg("Views") },
  { counted: "likes", label: msg("Likes") },
  { counted: "comments", label: msg("Comments") },
  { counted: "follows", label: msg("New followers") },
];

/** Views, likes, comments and followers, day by day. */
export function InsightsScreen() {
  const { status } = useIdentity();
  if (status === "signedOut") {
    return (
      <SignInFirst title={t("Sign in to see your insights")} path="/insights">
        {t("Only you see how often your works are viewed and liked.")}
      </SignInFirst>
    );
  }
  return (
    <ScreenBoundary title={t("Your insights did not load")}>
      <Insights />
    </ScreenBoundary>
  );
}

function Insights() {
  const [chosen, setChosen] = useState<WindowChoice>("30");
  const { check, allowed, isLoading } = useCustomer({ errorOnNotFound: false });
  const isFurther = chosen === "90";
  const canSeeFurther = allowed(FURTHER);
  const length = isFurther && canSeeFurther ? 90 : 30;
  /** Does nothing if the plan includes it. */
  const offer = useEffectEvent(() => check({ ...FURTHER, dialog: PaywallDialog }));
  useEffect(() => {
    // Applies a choice that was made before the plan had loaded.
    if (isFurther && !isLoading) offer();
  }, [isFurther, isLoading]);
  function choose(next: WindowChoice) {
    setChosen(next);
    // After the user closed the paywall.
    if (next === chosen) check({ ...FURTHER, dialog: PaywallDialog });
  }
  return (
    <div className="settings">
      <header className="insights-head">
        <h1>{t("Insights")}</h1>
        <RadioGroup
          look="segment"
          legend={t("How far back")}
          value={isFurther && (canSeeFurther || isLoading) ? "90" : "30"}
          onChange={choose}
          options={WINDOWS.map(({ value, label }) => ({ value, label: t(label) }))}
        />
      </header>
      <Counts key={length} length={length} />
    </div>
  );
}

function Counts({ length }: { length: 30 | 90 }) {
  const answer = useQuery(api.community.insights.functions.read, { window: length });
  if (!answer) return <Skeleton width="100%" height="420px" />;
  if (answer.error)
    return <Notice tone="info" title={`${translateSentence(answer.error.message)}.`} />;
  const { before, sources } = answer.data;
  const days = fillDays(answer.data, length);
  const isNothing = answer.data.days.length === 0 && before === null;
  if (isNothing) return <NothingCounted />;
  return (
    <>
      <div className="insights-charts">
        {COUNTED.map(({ counted, label }) => (
          <BarChart
            key={counted}
            look={counted === "views" ? "lead" : undefined}
            {...{ days, counted, label }}
            change={before && describeChange(totalOf(days, counted), before[counted], length)}
          />
        ))}
      </div>
      {!before && <p className="insights-hint">{t("No earlier period to compare with")}</p>}
      <div className="insights-parts">
        <ViewSources sources={sources} views={totalOf(days, "views")} length={length} />
        <ViewedWorks length={length} />
      </div>
      <Disclosure label={t("Every day as a table")}>
        <DayTable days={days} />
      </Disclosure>
    </>
  );
}

function NothingCounted() {
  return (
    <EmptyState
      look="empty"
      heading="h2"
      title={t("Nothing to count yet")}
      action={
        <Link className="billing-button" data-look="primary" href="/upload">
          {t("Share new work")}
        </Link>
      }
    >
      {t("When people look at your works, like them or comment on them, you see it here.")}
    </EmptyState>
  );
}

function DayTable({ days }: { days: readonly CountedDay[] }) {
  return (
    <table className="insights-table">
      <thead>
        <tr>
          <th scope="col">{t("Day")}</th>
          {COUNTED.map(({ counted, label }) => (
            <th key={counted} scope="col">
              {t(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.day}>
            <th scope="row">{formatDay(day.day)}</th>
            {COUNTED.map(({ counted }) => (
              <td key={counted}>{formatNumber(day[counted])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
