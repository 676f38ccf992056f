import { formatNumber } from "../../language/format";
import { plural, t } from "../../language/text";
import { useQuery } from "convex/react";
import { X } from "lucide-react";
import { Link } from "wouter";
import { api } from "../../../convex/_generated/api";
import { Skeleton } from "../../../packages/ui/src/skeleton";
import { VisuallyHidden } from "../../../packages/ui/src/visually-hidden";
import { addressOf } from "./explore-address";
import type { Filters } from "./explore-address";

/** The tags that start with the search text; without one, the most used tags. */
export function TagList({ filters }: { filters: Filters }) {
  const { text, tag: chosen } = filters;
  const tags = useQuery(api.community.search.tags, { text });
  if (tags === undefined) return <Skeleton width="100%" height="40px" />;
  if (tags.length === 0 && chosen === null) return null;
  return (
    <nav aria-label={text === "" ? t("Popular tags") : t("Tags")}>
      <ul className="explore-tags">
        {chosen !== null && (
          <li>
            <Link className="explore-tag" href={addressOf({ ...filters, tag: null })}>
              <VisuallyHidden>{t("Remove")}</VisuallyHidden> #{chosen}
              <X size={16} strokeWidth={1.75} aria-hidden />
            </Link>
          </li>
        )}
        {tags
          .filter(({ tag }) => tag !== chosen)
          .map(({ tag, works }) => (
            <li key={tag}>
              <Link className="explore-tag" href={addressOf({ ...filters, text: "", tag })}>
                #{tag}{" "}
                <span className="explore-count">
                  {formatNumber(works)}{" "}
                  <VisuallyHidden>{plural(works, "work", "works")}</VisuallyHidden>
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
