import { useId, useState } from "react";
import { parsePacks } from "../../contract/quantity";
import { Button } from "../../../../ui/src/button";
import { Input } from "../../../../ui/src/field";
import { Icon } from "../../../../ui/src/icon";
import { CHEVRON_RIGHT, MINUS, PLUS } from "../../../../ui/src/icon-shapes";
import { Popover } from "../../../../ui/src/popover";
import { VisuallyHidden } from "../../../../ui/src/visually-hidden";
import { useFormat } from "../hooks/use-format";
import type { PrepaidRow } from "./item-rows";
import "./quantity-popover.css";

/** From the trigger to just before the dialog's edge; the arrow fills the gap. */
const BESIDE_OFFSET_PX = 22;

/** A number above this multiple of the last quantity needs a second confirmation. */
const UNUSUAL_TIMES = 10;

export interface QuantityPopoverProps {
  row: PrepaidRow;
  /** The unit of the trigger's number. */
  describedBy: string;
  /** The quantity cannot be changed now. */
  fixed: boolean;
  saving: boolean;
  /** Resolves when the attempt is over. */
  onSave: (packs: number) => Promise<void>;
}

/** "Qty: 300" in feature units; opens a field that counts packs. */
export function QuantityPopover(props: QuantityPopoverProps) {
  const { row, describedBy, fixed } = props;
  const { t } = useFormat();
  const [open, setOpen] = useState(false);
  const reasonId = useId();
  const words = t("quantity.trigger", { units: row.units });

  if (fixed) {
    return (
      <span className="billing-quantity-fixed">
        <Button look="quiet" size="small" disabled aria-describedby={`${describedBy} ${reasonId}`}>
          {words}
        </Button>
        <span id={reasonId} className="billing-unit-price">
          {t("quantity.fixed")}
        </span>
      </span>
    );
  }

  const trigger = (
    <Button
      look="quiet"
      size="small"
      className="billing-quantity-trigger"
      aria-describedby={describedBy}
    >
      {words}
      <Icon shape={CHEVRON_RIGHT} className="billing-quantity-chevron" />
    </Button>
  );
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={row.name}
      trigger={trigger}
      besideOffset={BESIDE_OFFSET_PX}
    >
      <QuantityForm {...props} onDone={() => setOpen(false)} />
    </Popover>
  );
}

// oxlint-disable-next-line max-lines-per-function -- one form: its field, its limits, its answer.
function QuantityForm({
  row,
  saving,
  onSave,
  onDone,
}: QuantityPopoverProps & { onDone: () => void }) {
  const { t } = useFormat();
  const [text, setText] = useState(String(row.packs));
  const [asked, setAsked] = useState<number | null>(null);
  const inputId = useId();
  const sumId = useId();
  const { min, max } = row.bounds;
  const typed = parsePacks(text, row.bounds);
  const packs = typed.ok ? typed.packs : row.packs;
  const changed = typed.ok && typed.packs !== row.packs;
  // Another amount needs another confirmation.
  const asks = typed.ok && asked === packs;

  async function save() {
    if (!changed) return;
    if (packs > UNUSUAL_TIMES * row.lastPacks && !asks) {
      setAsked(packs);
      return;
    }
    await onSave(packs);
    onDone();
  }

  return (
    <form
      className="billing-quantity"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="billing-quantity-head">
        <label htmlFor={inputId}>
          {row.name} <VisuallyHidden>{t("quantity.in_units")}</VisuallyHidden>{" "}
          {row.packName !== null && <span className="billing-quantity-packs">{row.packName}</span>}
        </label>
        <span className="billing-quantity-price">{row.unitPrice}</span>
      </div>
      <div className="billing-quantity-row">
        <Button
          look="quiet"
          shape="round"
          aria-label={t("quantity.fewer")}
          aria-disabled={saving || packs <= min}
          onClick={() => setText(String(packs - 1))}
        >
          <Icon shape={MINUS} />
        </Button>
        <Input
          id={inputId}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={1}
          value={text}
          readOnly={saving}
          aria-invalid={!typed.ok || undefined}
          aria-describedby={sumId}
          autoFocus
          onFocus={(event) => event.target.select()}
          onChange={(event) => setText(event.target.value)}
        />
        <Button
          look="quiet"
          shape="round"
          aria-label={t("quantity.more")}
          aria-disabled={saving || packs >= max}
          onClick={() => setText(String(packs + 1))}
        >
          <Icon shape={PLUS} />
        </Button>
      </div>
      <p
        id={sumId}
        className="billing-quantity-sum"
        data-state={typed.ok ? "sum" : "error"}
        aria-live="polite"
      >
        {typed.ok ? row.describeSum(packs) : t(`quantity.${typed.reason}`, { min, max })}
      </p>
      {asks && (
        <p className="billing-quantity-ask" role="alert">
          {t(row.packName === null ? "quantity.ask" : "quantity.ask.packs", {
            count: packs,
          })}
        </p>
      )}
      <Button type="submit" look="primary" busy={saving} disabled={!changed}>
        {asks ? t("quantity.save.sure") : t("quantity.save")}
      </Button>
    </form>
  );
}
