import { useLocation, useSearchParams } from "wouter";
import { SearchField } from "../../shared/search-field";
import { Chip } from "../../../packages/ui/src/chip";
import { MADE_HOW, MEDIA, valuesOf } from "../work-copy";
import { ScreenBoundary } from "../grid/screen-boundary";
import { addressOf, readWanted } from "./explore-address";
import type { Wanted } from "./explore-address";
import { FoundPeople } from "./found-people";
import { FoundWorks } from "./found-works";
import { TagList } from "./tag-list";
import "./explore-screen.css";

/** Looks for works, people and tags. What is asked for is in the address. */
export function ExploreScreen() {
  const [search] = useSearchParams();
  const wanted = readWanted(search);
  return (
    <ScreenBoundary key={wanted.text} title="The search did not load">
      <div className="explore">
        <header className="explore-head">
          <h1>{titleOf(wanted)}</h1>
          <SearchField place="page" />
          <Facets wanted={wanted} />
          <TagList wanted={wanted} />
        </header>
        {wanted.text !== "" && <FoundPeople text={wanted.text} />}
        <FoundWorks key={addressOf(wanted)} wanted={wanted} />
      </div>
    </ScreenBoundary>
  );
}

function titleOf({ text, tag }: Wanted): string {
  if (text !== "") return `Results for “${text}”`;
  return tag === null ? "Explore" : `#${tag}`;
}

function Facets({ wanted }: { wanted: Wanted }) {
  const [, navigate] = useLocation();
  const show = (change: Partial<Wanted>) => navigate(addressOf({ ...wanted, ...change }));
  return (
    <div className="explore-facets">
      <div className="explore-facet" role="group" aria-label="Medium">
        {valuesOf(MEDIA).map((value) => (
          <Chip
            key={value}
            pressed={value === wanted.medium}
            onPress={(pressed) => show({ medium: pressed ? value : null })}
          >
            {MEDIA[value]}
          </Chip>
        ))}
      </div>
      <div className="explore-facet" role="group" aria-label="How it was made">
        {valuesOf(MADE_HOW).map((value) => (
          <Chip
            key={value}
            pressed={value === wanted.madeHow}
            onPress={(pressed) => show({ madeHow: pressed ? value : null })}
          >
            {MADE_HOW[value]}
          </Chip>
        ))}
      </div>
    </div>
  );
}
