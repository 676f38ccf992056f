import { useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { completeMention, mentionAt } from "./mention-at";
import type { Mention } from "./mention-at";
import { useSuggestedPeople } from "./use-suggested-people";
import type { Talk } from "./use-suggested-people";

/** Tracks the mention that is being typed in a field, and completes it. */
export function useMention(text: string, onChange: (text: string) => void, talk: Talk | undefined) {
  const field = useRef<HTMLTextAreaElement>(null);
  const caretAfter = useRef<number | null>(null);
  const [mention, setMention] = useState<Mention | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const isAsked = mention !== null && mention.start !== dismissed;
  const people = useSuggestedPeople(isAsked ? mention.typed : null, talk);
  const isOpen = isAsked && people.length > 0;

  useLayoutEffect(() => {
    if (caretAfter.current === null) return;
    field.current?.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = null;
  }, [text]);

  /** Reads the mention at the caret, after a change of the text or the caret. */
  function read({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
    const found = selectionStart === selectionEnd ? mentionAt(value, selectionStart) : null;
    if (found?.start === mention?.start && found?.typed === mention?.typed) return;
    setMention(found);
    setActive(0);
    if (found === null) setDismissed(null);
  }

  function choose(place: number) {
    const person = people[place];
    if (!mention || !person) return;
    const completed = completeMention(text, mention, person.username);
    caretAfter.current = completed.caret;
    setMention(null);
    onChange(completed.text);
  }

  const dismiss = () => setDismissed(mention?.start ?? null);

  /** The keys of the list, while the field has the focus. The list itself handles Escape. */
  function press(event: KeyboardEvent) {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (!isOpen || shiftKey || ctrlKey || metaKey || altKey || event.nativeEvent.isComposing)
      return;
    if (key === "ArrowDown") setActive((active + 1) % people.length);
    else if (key === "ArrowUp") setActive((active + people.length - 1) % people.length);
    else if (key === "Enter" || key === "Tab") choose(Math.min(active, people.length - 1));
    else return;
    event.preventDefault();
  }

  const leave = () => setMention(null);
  const shown = Math.min(active, people.length - 1);
  return { field, people, isOpen, active: shown, read, press, choose, dismiss, leave };
}
