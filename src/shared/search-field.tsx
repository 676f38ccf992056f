import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import type { SubmitEvent } from "react";
import { useLocation, useSearchParams } from "wouter";
import { isForPage } from "../../packages/ui/src/page-keys";
import "./search-field.css";

const SHORTCUT = "/";

export interface SearchFieldProps {
  /** `header`: on wide screens, focused by a key. `page`: where the header has no room for it. */
  place: "header" | "page";
}

/** Searches for works, members and tags; shows the search of the address. */
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
    // The form's action works before the site's scripts have loaded.
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

/** The key focuses the visible field. */
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
