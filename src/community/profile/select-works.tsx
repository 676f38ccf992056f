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
  /** Loads more of them; null if there are none. */
  onMore: (() => void) | null;
  /** The works in the public view. */
  children: ReactNode;
}

/** Selects several of the user's works to change them together. */
export function SelectWorks({ works, onMore, children }: SelectWorksProps) {
  const [isSelecting, setSelecting] = useState(false);
  // Stays open during a selection, to report on works that are no longer in the list.
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
