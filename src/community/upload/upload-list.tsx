import { t } from "../../language/text";
import { useState } from "react";
import { useReorder } from "../../../packages/ui/src/use-reorder";
import { VisuallyHidden } from "../../../packages/ui/src/visually-hidden";
import { UploadCard } from "./upload-card";
import type { UploadQueue } from "./upload-queue";
import type { UploadRunner } from "./upload-runner";

interface UploadListProps {
  queue: UploadQueue;
  runner: UploadRunner;
}

/** The files in the order in which they are sent. */
export function UploadList({ queue, runner }: UploadListProps) {
  const { items } = queue;
  const [announcement, setAnnouncement] = useState("");
  const ids = items.map(({ id }) => id);
  const reorder = useReorder(ids, (id, to) => {
    runner.dispatch({ type: "moved", id, to });
    setAnnouncement(
      t("{title} is number {place} now", {
        title: items[ids.indexOf(id)]?.name ?? "",
        place: to + 1,
      }),
    );
  });
  return (
    <>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
      {items.length > 0 && (
        <ul className="upload-list">
          {items.map((item) => (
            <UploadCard key={item.id} item={item} queue={queue} runner={runner} reorder={reorder} />
          ))}
        </ul>
      )}
    </>
  );
}
