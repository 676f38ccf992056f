import { t } from "../../language/text";
import { Suspense, lazy, useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../packages/ui/src/button";
import { GridSkeleton } from "../grid/grid";
import type { Card } from "../grid/card-data";

const BulkEdit = lazy(async () => ({ default: (await import("./bulk-edit")).BulkEdit }));

interface SelectWorksProps {
  /** The user's own works. */
  works: readonly Card[];
  /** Loads more of them; null when there are none. */
  onMore: (() => void) | null;
  /** The works as everyone sees them. */
  children: ReactNode;
}

/** The user's works, which can be selected and changed together. */
export function SelectWorks({ works, onMore, children }: SelectWorksProps) {
  const [isSelecting, setSelecting] = useState(false);
  // While someone selects, it stays, with the news of works that are not in the list any more.
  if (works.length === 0 && !isSelecting) return children;
  return (
    <>
      <div className="profile-select">
        <Button size="small" onClick={() => setSelecting(!isSelecting)}>
          {isSelecting ? t("Done") : t("Change several works")}
        </Button>
      </div>
      {isSelecting ? (
        <Suspense fallback={<GridSkeleton kind="profile" />}>
          <BulkEdit works={works} onMore={onMore} />
        </Suspense>
      ) : (
        children
      )}
    </>
  );
}
