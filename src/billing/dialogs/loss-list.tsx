import { useId } from "react";
import { nameUnits } from "../components/units";
import { useFormat } from "../hooks/use-format";
import type { Losses, OverLimit } from "./losses";
import "./loss-list.css";

/** What will be over its limit, and what will be gone. Nothing when nothing is lost. */
export function LossList({ over, gone }: Losses) {
  const { say, list } = useFormat();
  const overId = useId();
  const goneId = useId();
  return (
    <>
      {over.length > 0 && (
        <section className="billing-losses" data-slot="losses-over" aria-labelledby={overId}>
          <h3 id={overId}>{say("losses.over")}</h3>
          <ul>
            {over.map((feature) => (
              <OverLine key={feature.featureId} {...feature} />
            ))}
          </ul>
          <p>{say("losses.over.note")}</p>
        </section>
      )}
      {gone.length > 0 && (
        <section className="billing-losses" data-slot="losses-gone" aria-labelledby={goneId}>
          <h3 id={goneId}>{say("losses.gone")}</h3>
          <p>{list(gone)}</p>
        </section>
      )}
    </>
  );
}

function OverLine({ name, used, limit, units }: OverLimit) {
  const { say, number } = useFormat();
  const counted = units ? `${number(used)} ${nameUnits(units, used)}` : number(used);
  return (
    <li>
      <span>{name}</span> <span>{say("losses.over.line", { used: counted, limit })}</span>
    </li>
  );
}
