import { formatDate, formatNumber } from "../../language/format";
import { t } from "../../language/text";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Customer, CustomerFeature } from "../../../packages/billing/src/contract";
import { Choice } from "../work-form/fields";
import { showToast } from "../../shared/toasts";
import { ActDialog } from "./act-dialog";
import { readCount } from "./amounts";
import { NumberField } from "./number-field";
import { useAct } from "./use-act";

const MAX_UNITS = 1_000_000;

export interface GrantUnitsProps {
  customerId: string;
  customer: Customer;
  onClose: () => void;
}

/** Grants units of a feature that the customer has. */
export function GrantUnits({ customerId, customer, onClose }: GrantUnitsProps) {
  const features = Object.values(customer.features).filter(
    ({ type, unlimited }) => type !== "static" && !unlimited,
  );
  const [featureId, setFeatureId] = useState(features[0]?.id ?? "");
  const [typed, setTyped] = useState("10");
  const feature = features.find(({ id }) => id === featureId);
  const units = readCount(typed, MAX_UNITS);
  const send = useMutation(api.community.operators.actions.grantUnits);
  const [busy, act] = useAct(customerId);
  function grant(reason: string) {
    if (units === null) return;
    act(
      reason,
      (why) => send({ ...why, featureId, units }),
      (data) => {
        onClose();
        const left = formatNumber(data?.balance ?? 0);
        showToast("success", { title: t("Granted. {left} are left now.", { left }) });
      },
    );
  }
  return (
    <ActDialog
      title={t("Grant units")}
      description={feature ? describeLeft(feature) : t("Nothing that the customer has is counted.")}
      commit={units === null ? t("Grant units") : t("Grant {units}", { units })}
      ready={feature !== undefined && units !== null}
      busy={busy}
      onCommit={grant}
      onClose={onClose}
    >
      <Choice
        label={t("Feature")}
        value={featureId}
        onChange={setFeatureId}
        options={Object.fromEntries(features.map(({ id, name: shown }) => [id, shown]))}
      />
      <NumberField
        label={t("How many")}
        value={typed}
        onChange={setTyped}
        error={units === null ? t("1 to {most}", { most: MAX_UNITS }) : null}
      />
    </ActDialog>
  );
}

function describeLeft({ name: feature, balance: left, next_reset_at: reset }: CustomerFeature) {
  const said = t("{left} are left of {feature}.", { left, feature });
  if (reset === null) return `${said} ${t("What you grant comes on top.")}`;
  const date = formatDate(reset, { dateStyle: "medium" });
  return `${said} ${t("What you grant comes on top, until the reset on {date}.", { date })}`;
}
