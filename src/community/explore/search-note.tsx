import { t } from "../../language/text";
import { useState } from "react";
import { lastMove, previousAddress } from "../../shared/last-navigation";
import { readFilters } from "./explore-address";
import type { Filters } from "./explore-address";

/** Names the filters that a search from a list drops: its tag and its order. */
export function SearchNote() {
  const [list] = useState(readList);
  if (!list || (list.tag === null && list.sort === "newest")) return null;
  return (
    <p className="explore-note" role="status">
      {list.tag !== null &&
        t("This search looks in all works, not only in #{tag}.", { tag: list.tag })}{" "}
      {list.sort === "oldest" && t("The best match comes first, not the oldest work.")}
    </p>
  );
}

/** The filters of the list where the search was typed; null if there was none. */
function readList(): Filters | null {
  const address = lastMove() === "link" ? previousAddress() : null;
  const [path, search] = address?.split("?") ?? [];
  return path === "/explore" ? readFilters(new URLSearchParams(search)) : null;
}
