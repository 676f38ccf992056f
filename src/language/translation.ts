import { useSyncExternalStore } from "react";
import type { Translation } from "./catalogue";
import { rememberLanguage } from "./languages";
import type { Language } from "./languages";

/** Null: the texts are English already. */
const LOAD: Record<Language, () => Promise<Translation | null>> = {
  en: () => Promise.resolve(null),
  de: async () => (await import("./de/german")).GERMAN,
};

let shown: Translation | null = null;
const listeners = new Set<() => void>();

/** The translation that is shown; null: English. */
export const shownTranslation = () => shown;

export const shownLanguage = (): Language => shown?.language ?? "en";

export const loadTranslation = async (language: Language) => await LOAD[language]();

/** Shows another language on the whole page. */
export function showTranslation(translation: Translation | null): void {
  shown = translation;
  for (const notify of listeners) notify();
}

/** Shows a language, once its texts are loaded. */
export async function showLanguage(language: Language): Promise<void> {
  showTranslation(await loadTranslation(language));
  document.documentElement.lang = language;
}

/** Shows a language, and remembers it on this device. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  rememberLanguage(language);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The translation that is shown; the component is drawn again when another is. */
export function useTranslation(): Translation | null {
  return useSyncExternalStore(subscribe, shownTranslation, shownTranslation);
}
