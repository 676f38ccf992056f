import { t } from "../../language/text";
import { useLocation, useSearchParams } from "wouter";
import { SearchField } from "../../shared/search-field";
import { Chip } from "../../../packages/ui/src/chip";
import { MADE_HOW, MEDIA, valuesOf } from "../work-copy";
import { ScreenBoundary } from "../grid/screen-boundary";
import { addressOf, readFilters } from "./explore-address";
import type { Filters } from "./explore-address";
import { FoundPeople } from "./found-people";
import { FoundWorks } from "./found-works";
import { SearchNote } from "./search-note";
import { TagList } from "./tag-list";
import "./explore-screen.css";

/** The search and explore page. Its URL contains the filters. */
export function ExploreScreen() {
  const [search] = useSearchParams();
  const filters = readFilters(search);
  return (
    <ScreenBoundary key={filters.text} title={t("The search did not load")}>
      <div className="explore">
        <header className="explore-head">
          <h1>{titleOf(filters)}</h1>
          <SearchField place="page" />
          <Facets filters={filters} />
          <TagList filters={filters} />
        </header>
        {filters.text !== "" && <SearchNote />}
        {(filters.text !== "" || (filters.medium !== null && filters.tag === null)) && (
          <FoundPeople key={filters.medium} text={filters.text} medium={filters.medium} />
        )}
        <FoundWorks key={addressOf(filters)} filters={filters} />
      </div>
    </ScreenBoundary>
  );
}

function titleOf({ text, tag }: Filters): string {
  if (text !== "") return t("Results for “{text}”", { text });
  return tag === null ? t("Explore") : `#${tag}`;
}

function Facets({ filters }: { filters: Filters }) {
  const [, navigate] = useLocation();
  const show = (change: Partial<Filters>) => navigate(addressOf({ ...filters, ...change }));
  return (
    <div className="explore-facets">
      <div className="explore-facet" role="group" aria-label={t("Medium")}>
        {valuesOf(MEDIA).map((value) => (
          <Chip
            key={value}
            pressed={value === filters.medium}
            onPress={(pressed) => show({ medium: pressed ? value : null })}
          >
            {t(MEDIA[value])}
          </Chip>
        ))}
      </div>
      <div className="explore-facet" role="group" aria-label={t("How it was made")}>
        {valuesOf(MADE_HOW).map((value) => (
          <Chip
            key={value}
            pressed={value === filters.madeHow}
            onPress={(pressed) => show({ madeHow: pressed ? value : null })}
          >
            {t(MADE_HOW[value])}
          </Chip>
        ))}
      </div>
      {filters.text === "" && (
        <div className="explore-facet" role="group" aria-label={t("Order")}>
          <Chip
            pressed={filters.sort === "oldest"}
            onPress={(pressed) => show({ sort: pressed ? "oldest" : "newest" })}
          >
            {t("Oldest first")}
          </Chip>
        </div>
      )}
    </div>
  );
}
