import { plural, t } from "../../language/text";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { BULK_EDIT_WORKS } from "../../../convex/contract/works";
import { useRequest } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import { stillOf } from "../grid/shown-file";
import type { Card } from "../grid/card-data";
import { changesOf, NO_CHANGES } from "./bulk-changes";
import { BulkChangesForm } from "./bulk-changes-form";
import { BulkOutcomes } from "./bulk-outcomes";
import type { Outcome } from "./bulk-outcomes";
import "./bulk-edit.css";

interface BulkEditProps {
  works: readonly Card[];
  /** Loads more works; null if there are none. */
  onMore: (() => void) | null;
}

/** Changes several works of the user at once, and reports the result for each. */
export function BulkEdit({ works, onMore }: BulkEditProps) {
  const apply = useMutation(api.community.artworks.bulkEdit.apply);
  const [busy, run] = useRequest();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [form, setForm] = useState(NO_CHANGES);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const selected = works.filter(({ id }) => picked.has(id));
  const changes = changesOf(form);
  const isFull = selected.length >= BULK_EDIT_WORKS;

  function select(id: string, isPicked: boolean) {
    const others = selected.map((work) => work.id as string).filter((other) => other !== id);
    setPicked(new Set(isPicked ? [...others, id] : others));
  }

  function change() {
    if (changes === null || selected.length === 0) return;
    run(async () => {
      const answer = await apply({ ids: selected.map(({ id }) => id), changes });
      if (answer.data) {
        const titles = new Map<string, string>(selected.map(({ id, title }) => [id, title]));
        setOutcomes(answer.data.map((one) => ({ ...one, title: titles.get(one.id) ?? "" })));
        // Refused works stay selected, for another attempt.
        setPicked(new Set(answer.data.filter(({ error }) => error).map(({ id }) => id)));
      }
      return answer;
    });
  }

  return (
    <div className="bulk">
      <section className="bulk-panel" aria-label={t("Change several works")}>
        <p role="status">
          {isFull
            ? t("{count} selected, the most at once", { count: selected.length })
            : plural(selected.length, "1 selected", "{count} selected")}
        </p>
        <BulkChangesForm form={form} onChange={setForm} />
        <Button
          look="primary"
          busy={busy}
          aria-disabled={selected.length === 0 || changes === null}
          onClick={change}
        >
          {plural(selected.length, "Change 1 work", "Change {count} works")}
        </Button>
        <BulkOutcomes outcomes={outcomes} />
      </section>
      <div>
        <ul className="bulk-works">
          {works.map((work) => (
            <BulkWork
              key={work.id}
              work={work}
              isPicked={picked.has(work.id)}
              isFull={isFull}
              onPick={(isPicked) => select(work.id, isPicked)}
            />
          ))}
        </ul>
        {onMore && <Button onClick={onMore}>{t("More works")}</Button>}
      </div>
    </div>
  );
}

interface BulkWorkProps {
  work: Card;
  isPicked: boolean;
  /** The maximum number of works is selected. */
  isFull: boolean;
  onPick: (isPicked: boolean) => void;
}

function BulkWork({ work, isPicked, isFull, onPick }: BulkWorkProps) {
  const still = stillOf(work);
  return (
    <li>
      <label className="bulk-work" data-state={isPicked ? "selected" : "rest"}>
        <input
          type="checkbox"
          checked={isPicked}
          disabled={isFull && !isPicked}
          onChange={({ target }) => onPick(target.checked)}
        />
        <span className="bulk-picture">
          {still !== null && <img src={still} alt="" loading="lazy" />}
        </span>
        <span className="bulk-title">{work.title}</span>
      </label>
    </li>
  );
}
