import { plural, t } from "../../language/text";
import { useState } from "react";
import { useReorder } from "../../../packages/ui/src/use-reorder";
import { VisuallyHidden } from "../../../packages/ui/src/visually-hidden";
import { isComposable, worksOf } from "./composed-work";
import { JoinBar } from "./join-bar";
import { shortfallsOf } from "./shortfalls";
import type { PlanHas } from "./shortfalls";
import { UploadCard } from "./upload-card";
import type { OwnCollection } from "./use-own-collections";
import type { UploadItem } from "./upload-item";
import type { UploadQueue } from "./upload-queue";
import type { UploadRunner } from "./upload-runner";

interface UploadListProps {
  queue: UploadQueue;
  runner: UploadRunner;
  /** The balances of the plan that pays. */
  has: PlanHas;
  /** The artist's collections. */
  collections: readonly OwnCollection[];
}

/** The works, in the order in which they are sent. */
export function UploadList({ queue, runner, has, collections }: UploadListProps) {
  const works = worksOf(queue.items);
  const shortfalls = shortfallsOf(queue.items, has);
  const composable = works.filter(isComposable);
  const [announcement, setAnnouncement] = useState("");
  const { selected, select, join, split, removePage, composed } = useComposing(
    runner,
    setAnnouncement,
  );
  const chosen = composable.filter((files) => selected.has(idOf(files)));
  const ids = works.map(idOf);
  const reorder = useReorder(ids, (id, to) => {
    runner.dispatch({ type: "moved", id, to });
    setAnnouncement(
      t("{title} is number {place} now", {
        title: works[ids.indexOf(id)]?.[0]?.name ?? "",
        place: to + 1,
      }),
    );
  });
  return (
    <>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
      {composable.length > 1 && (
        <JoinBar works={chosen.length} files={chosen.flat().length} onJoin={() => join(chosen)} />
      )}
      {works.length > 0 && (
        <ul className="upload-list">
          {works.map((files) => (
            <UploadCard
              key={keyOf(files)}
              files={files}
              queue={queue}
              shortfalls={shortfalls}
              collections={collections}
              runner={runner}
              reorder={reorder}
              composed={idOf(files) === composed?.id ? composed : null}
              onSplit={() => split(files)}
              onRemovePage={(id) => removePage(files, id)}
              {...(composable.length > 1 &&
                composable.includes(files) && {
                  selection: {
                    isSelected: selected.has(idOf(files)),
                    onSelect: (isSelected) => select(idOf(files), isSelected),
                  },
                })}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** The selected works, and the actions on them. */
function useComposing(runner: UploadRunner, announce: (news: string) => void) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  /** The work that was combined last: a new object each time, because it takes the focus. */
  const [composed, setComposed] = useState<{ id: string } | null>(null);

  function select(id: string, isSelected: boolean) {
    const others = [...selected].filter((other) => other !== id);
    setSelected(new Set(isSelected ? [...others, id] : others));
  }

  function join(works: readonly UploadItem[][]) {
    runner.dispatch({ type: "joined", ids: works.map(idOf) });
    setSelected(new Set());
    setComposed(works[0] ? { id: idOf(works[0]) } : null);
    const count = works.flat().length;
    announce(plural(count, "1 picture is one work now", "{count} pictures are one work now"));
  }

  function split(files: readonly UploadItem[]) {
    runner.dispatch({ type: "split", id: idOf(files) });
    setComposed({ id: idOf(files) });
    announce(plural(files.length, "1 work now", "{count} works now"));
  }

  function removePage(files: readonly UploadItem[], id: string) {
    runner.remove(id);
    setComposed({ id: idOf(files.filter((file) => file.id !== id)) });
  }

  return { selected, select, join, split, removePage, composed };
}

/** Independent of the order of its files, so that a move keeps the focus. */
function keyOf(files: readonly UploadItem[]): string {
  return files.map(({ id }) => id).toSorted()[0] ?? "";
}

function idOf([first]: readonly UploadItem[]): string {
  return first?.id ?? "";
}
