import { t } from "../../language/text";
import { useQuery } from "convex/react";
import { Link, useSearchParams } from "wouter";
import { api } from "../../../convex/_generated/api";
import { ScreenBoundary } from "../grid/screen-boundary";
import { NotFoundScreen } from "../not-found/not-found-screen";
import { Waiting } from "../../shared/waiting";
import { CustomerDesk } from "./customer-desk";
import { FindCustomer } from "./find-customer";
import { OpenReports } from "./open-reports";
import { OpenDisputes } from "./open-disputes";
import { FailedPayments } from "./failed-payments";
import { FailedMails, StuckJobs } from "./stuck-jobs";
import "./operator.css";

/** Only for operators: their open tasks, and one customer's history. Others see "not found". */
export function OperatorScreen() {
  const role = useQuery(api.community.operators.functions.mine, {});
  if (role === undefined) return <Waiting />;
  if (role === null) return <NotFoundScreen />;
  return (
    <ScreenBoundary title={t("The operators’ page did not load")}>
      <Desk name={role.name} />
    </ScreenBoundary>
  );
}

function Desk({ name }: { name: string }) {
  const [search] = useSearchParams();
  const customerId = search.get("customer");
  return (
    <div className="operator">
      <header className="operator-head">
        <h1>{t("Operators")}</h1>
        <p>{t("What you do here stands in the customer’s timeline as @{name}.", { name })}</p>
      </header>
      <FindCustomer key={customerId} />
      {customerId === null ? (
        <div className="operator-lists">
          <OpenReports />
          <FailedPayments />
          <OpenDisputes />
          <StuckJobs />
          <FailedMails />
        </div>
      ) : (
        <>
          <Link href="/operator" className="operator-back">
            {t("Back to the lists")}
          </Link>
          <CustomerDesk key={customerId} customerId={customerId} />
        </>
      )}
    </div>
  );
}
