import { plural, t } from "../../language/text";
import { Button } from "../../../packages/ui/src/button";
import { MAX_FILES_OF_WORK } from "./composed-work";

interface JoinBarProps {
  /** How many works are selected, and how many files these have. */
  works: number;
  files: number;
  onJoin: () => void;
}

/** Combines the selected works into one. */
export function JoinBar({ works, files, onJoin }: JoinBarProps) {
  const isTooMany = files > MAX_FILES_OF_WORK;
  return (
    <div className="join-bar">
      <p id="join-hint" role="status" className="upload-hint">
        {isTooMany
          ? t("A work has at most {count} pictures.", { count: MAX_FILES_OF_WORK })
          : hintOf(works)}
      </p>
      <Button
        size="small"
        aria-disabled={works < 2 || isTooMany}
        aria-describedby="join-hint"
        onClick={onJoin}
      >
        {t("Make one work")}
      </Button>
    </div>
  );
}

function hintOf(works: number): string {
  return works === 0
    ? t("Do some belong together? Select them, and they become one work.")
    : plural(works, "1 selected", "{count} selected");
}
