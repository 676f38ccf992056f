import type { ReactNode } from "react";
import type { Customer, CustomerFeature } from "../../contract/wire";
import { Meter } from "../../../../ui/src/meter";
import { useCustomer } from "../hooks/use-customer";
import { useEntity } from "../hooks/use-entity";
import { useFormat } from "../hooks/use-format";
import type { UnitNames } from "./units";
import { findUnitNames, sayLargeUse, sayPartOfSize } from "./units";
import { describeUsage } from "./usage";
import "./usage-meter.css";

export interface UsageMeterProps {
  /** The feature whose usage the meter shows. */
  featureId: string;
  /** The entity whose balance the meter shows. Default: the customer's own. */
  entityId?: string | undefined;
  /**
   * A balance that your server loaded, for example of a team's owner. The meter then
   * loads nothing.
   */
  balance?: CustomerFeature | undefined;
  /**
   * The name of the units: "3 of 10 uploads". Default: the catalogue's name. With null,
   * or with `balance`, the meter shows only numbers.
   */
  units?: UnitNames | null | undefined;
  /** Replaces the reset date. */
  note?: ReactNode;
}

/**
 * The usage of one feature: text, a bar, and the reset date.
 *
 * Highlighted from 80% of the grant or of the usage limit; in the danger colour above
 * it, unless overage is billed. Unlimited and boolean features have a word instead of
 * a bar.
 *
 * Renders nothing until the balance has loaded.
 *
 * @see Spec §3, "Feature"
 */
export function UsageMeter({ featureId, entityId, balance, ...shown }: UsageMeterProps) {
  if (balance) return <BalanceMeter balance={balance} {...shown} />;
  return entityId === undefined ? (
    <OwnMeter featureId={featureId} {...shown} />
  ) : (
    <EntityMeter featureId={featureId} entityId={entityId} {...shown} />
  );
}

type Shown = Pick<UsageMeterProps, "units" | "note">;

function OwnMeter({ featureId, units, note }: Shown & { featureId: string }) {
  const { customer } = useCustomer({ errorOnNotFound: false });
  return customer && <LoadedMeter {...{ owner: customer, featureId, units, note }} />;
}

function EntityMeter(props: Shown & { featureId: string; entityId: string }) {
  const { entity } = useEntity(props.entityId);
  return entity && <LoadedMeter owner={entity} {...props} />;
}

interface LoadedMeterProps extends Shown {
  owner: Pick<Customer, "features" | "products">;
  featureId: string;
}

function LoadedMeter({ owner, featureId, units, note }: LoadedMeterProps) {
  const balance = owner.features[featureId];
  const named = units === undefined ? findUnitNames(owner.products, featureId) : units;
  return balance ? <BalanceMeter balance={balance} units={named} note={note} /> : null;
}

function BalanceMeter({ balance, units = null, note }: Shown & { balance: CustomerFeature }) {
  const words = useFormat();
  const usage = describeUsage(balance, units, words, sayPartOfSize);
  const large = usage.kind === "metered" && units && sayLargeUse(units, usage, words);
  const text = large || usage.text;

  return (
    <div className="billing-usage" data-slot="usage-meter" data-kind={usage.kind}>
      <p className="billing-usage-head">
        <span className="billing-usage-name">{balance.name}</span> <span>{text}</span>
      </p>
      {usage.kind === "metered" && (
        <Meter
          label={balance.name}
          value={usage.used}
          max={usage.limit}
          text={text}
          tone={usage.tone}
        />
      )}
      {usage.kind !== "unmetered" && <p className="billing-usage-note">{note ?? usage.note}</p>}
    </div>
  );
}
