import { plural, t } from "../language/text";
import { Search } from "lucide-react";
import { useQuery } from "convex/react";
import { useEffect, useId, useRef, useState } from "react";
import type { InputEvent, SubmitEvent } from "react";
import { useLocation, useSearchParams } from "wouter";
import { api } from "../../convex/_generated/api";
import { isForPage } from "../../packages/ui/src/page-keys";
import "./search-field.css";

const SHORTCUT = "/";
/** Suggestions follow a pause in typing. */
const PAUSE_MS = 200;

/** The filters of a list that also apply to a search from it. */
const KEPT: readonly string[] = ["medium", "made"];

export interface SearchFieldProps {
  /** `header`: on wide screens, focused by a key. `page`: if the header has no room for it. */
  place: "header" | "page";
}

/** Searches for works, members and tags; contains the search text of the URL. */
export function SearchField({ place }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [path, navigate] = useLocation();
  const [search] = useSearchParams();
  useShortcut(field);
  const text = search.get("q") ?? "";
  const kept = path === "/explore" ? [...search].filter(([name]) => KEPT.includes(name)) : [];
  const listId = useId();
  const [typed, setTyped] = useTypedPause();

  function look(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const wanted = (field.current?.value ?? "").trim();
    setTyped("");
    const address = new URLSearchParams([...(wanted === "" ? [] : [["q", wanted]]), ...kept]);
    navigate(address.size === 0 ? "/explore" : `/explore?${address}`);
  }

  function type(event: InputEvent<HTMLInputElement>) {
    const { nativeEvent, currentTarget } = event;
    const isChosen =
      "inputType" in nativeEvent && nativeEvent.inputType === "insertReplacementText";
    if (isChosen) currentTarget.form?.requestSubmit();
    else setTyped(currentTarget.value);
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
        aria-label={t("Search art, people and tags")}
        aria-keyshortcuts={place === "header" ? SHORTCUT : undefined}
        placeholder={t("Search art, people, tags")}
        defaultValue={text}
        maxLength={200}
        enterKeyHint="search"
        list={listId}
        autoComplete="off"
        // A correction by the browser would count as a chosen suggestion.
        spellCheck={false}
        onInput={type}
      />
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <datalist id={listId}>{typed !== "" && <Suggestions text={typed} />}</datalist>
    </form>
  );
}

/** Suggested members and tags that begin with the text. */
function Suggestions({ text }: { text: string }) {
  const found = useQuery(api.community.search.suggest, { text });
  return (
    <>
      {found?.people.map(({ username, name }) => (
        <option key={username} value={username} label={name} />
      ))}
      {found?.tags.map(({ tag, works }) => (
        <option key={`#${tag}`} value={tag} label={plural(works, "1 work", "{count} works")} />
      ))}
    </>
  );
}

/** The typed text, after a pause. */
function useTypedPause(): [string, (text: string) => void] {
  const [typed, setTyped] = useState("");
  const [paused, setPaused] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed === "" ? "" : paused, setTyped];
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
