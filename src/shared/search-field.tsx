import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import type { SubmitEvent } from "react";
import { useLocation, useSearchParams } from "wouter";
import { isForPage } from "../../packages/ui/src/page-keys";
import "./search-field.css";

const SHORTCUT = "/";

export interface SearchFieldProps {
  /** `header`: on wide screens, reached by a key. `page`: where the header has no room for it. */
  place: "header" | "page";
}

/** Looks for art, people and tags; shows what the address looks for. */
export function SearchField({ place }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  useShortcut(field);
  const text = search.get("q") ?? "";

  function look(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const wanted = (field.current?.value ?? "").trim();
    navigate(wanted === "" ? "/explore" : `/explore?q=${encodeURIComponent(wanted)}`);
  }

  return (
    // The action is for who is quicker than the site's scripts.
    <form className="app-search" data-place={place} role="search" action="/explore" onSubmit={look}>
      <Search size={16} strokeWidth={1.75} aria-hidden />
      <input
        key={text}
        ref={field}
        type="search"
        name="q"
        aria-label="Search art, people and tags"
        aria-keyshortcuts={place === "header" ? SHORTCUT : undefined}
        placeholder="Search art, people, tags"
        defaultValue={text}
        maxLength={200}
        enterKeyHint="search"
      />
    </form>
  );
}

/** The key leads to the field that is in sight. */
function useShortcut(field: { current: HTMLInputElement | null }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== SHORTCUT || !isForPage(event)) return;
      const { current } = field;
      if (current?.checkVisibility() !== true) return;
      event.preventDefault();
      current.focus();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [field]);
}
