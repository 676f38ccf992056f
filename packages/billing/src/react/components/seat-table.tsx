import { useEffect, useRef, useState } from "react";
import type { EntitySummary } from "../../contract/expansions";
import { Button } from "../../../../ui/src/button";
import { Field, Input } from "../../../../ui/src/field";
import { newRequestId } from "../flows/request-id";
import { useDialogSlot } from "../hooks/use-dialog-slot";
import { useFormat } from "../hooks/use-format";
import { Failure } from "./failure";
import { Section } from "./section";
import { SeatRemoval } from "../dialogs/on-demand";
import { UsageMeter } from "./usage-meter";
import { useSeats } from "../hooks/use-seats";
import type { SeatsHandle } from "../hooks/use-seats";
import "./section.css";
import "./inline-form.css";

export interface SeatTableProps {
  /** The feature that counts seats. */
  featureId: string;
  /** The heading. */
  title: string;
  /**
   * A feature with a balance for each seat, whose usage the table shows. The host has
   * to allow entities.
   */
  measuredFeatureId?: string | undefined;
  /** `host`: users add and remove seats here. Default `none`: the table only lists them. */
  editing?: "none" | "host" | undefined;
}

/**
 * The seats and their usage, with buttons to add and remove them if the host allows it.
 *
 * @see Spec §3, "Entity"
 */
export function SeatTable(props: SeatTableProps) {
  const { featureId, title, measuredFeatureId, editing = "none" } = props;
  const { t } = useFormat();
  const handle = useSeats(featureId);
  const removal = useDialogSlot<EntitySummary>();
  useEffect(() => {
    if (editing === "host") SeatRemoval.preload();
  }, [editing]);
  return (
    <Section title={title} slot="seat-table">
      {handle.seats.length === 0 && handle.state !== "loading" && (
        <p className="billing-empty">{t("seats.none")}</p>
      )}
      {handle.seats.length > 0 && (
        <table className="billing-table">
          <thead>
            <tr>
              <th scope="col">{t("seats.name")}</th>
              <th scope="col">{t("seats.since")}</th>
              {measuredFeatureId !== undefined && <th scope="col">{t("seats.used")}</th>}
              {editing === "host" && <th scope="col">{t("seats.actions")}</th>}
            </tr>
          </thead>
          <tbody>
            {handle.seats.map((seat) => (
              <tr key={seat.id}>
                <SeatCells seat={seat} measuredFeatureId={measuredFeatureId} />
                {editing === "host" && (
                  <td>
                    <RemoveButton seat={seat} onRemove={() => removal.show(seat)} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {editing === "host" && <AddSeat {...handle} />}
      {removal.content && (
        <SeatRemoval
          key={removal.opening}
          seat={removal.content}
          open={removal.open}
          setOpen={removal.setOpen}
          {...handle}
        />
      )}
    </Section>
  );
}

function RemoveButton({ seat, onRemove }: { seat: EntitySummary; onRemove: () => void }) {
  const { t } = useFormat();
  return (
    <button
      type="button"
      className="billing-text-button"
      aria-label={t("seats.remove.who", { name: seat.name ?? seat.id })}
      onClick={onRemove}
    >
      {t("seats.remove")}
    </button>
  );
}

interface SeatCellsProps {
  seat: EntitySummary;
  measuredFeatureId: string | undefined;
}

function SeatCells({ seat, measuredFeatureId }: SeatCellsProps) {
  const { date } = useFormat();
  return (
    <>
      <th scope="row">{seat.name ?? seat.id}</th>
      <td>{date(seat.created_at)}</td>
      {measuredFeatureId !== undefined && (
        <td>
          <UsageMeter featureId={measuredFeatureId} entityId={seat.id} units={null} />
        </td>
      )}
    </>
  );
}

function AddSeat({ add, addFailure, state }: Pick<SeatsHandle, "add" | "addFailure" | "state">) {
  const { t } = useFormat();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<"none" | "name_missing">("none");
  // A retry has the same id: the seat of the first try may be paid already.
  const tried = useRef({ id: "", name: "" });

  async function submit() {
    const given = name.trim();
    setProblem(given === "" ? "name_missing" : "none");
    if (given === "") return;
    if (tried.current.name !== given) tried.current = { id: newRequestId(), name: given };
    if ((await add(tried.current)) !== "done") return;
    tried.current = { id: "", name: "" };
    setName("");
  }
  return (
    <form
      className="billing-inline-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field
        label={t("seats.name")}
        error={problem === "none" ? undefined : t("seats.name_missing")}
      >
        {(control) => (
          <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <Button type="submit" look="primary" busy={state === "adding"}>
        {t(state === "adding" ? "seats.adding" : "seats.add")}
      </Button>
      <Failure error={addFailure} />
    </form>
  );
}
