import { useSyncExternalStore } from "react";
import type { Translation } from "./catalogue";
import { rememberLanguage } from "./languages";
import type { Language } from "./languages";

/** Null: the texts are already English. */
const LOAD: Record<Language, () => Promise<Translation | null>> = {
  en: () => Promise.resolve(null),
  de: async () => (await import("./de/german")).GERMAN,
};

let shown: Translation | null = null;
const listeners = new Set<() => void>();

/** The current translation; null: English. */
export const shownTranslation = () => shown;

export const shownLanguage = (): Language => shown?.language ?? "en";

export const loadTranslation = async (language: Language) => await LOAD[language]();

/** Switches the whole page to another language. */
export function showTranslation(translation: Translation | null): void {
  shown = translation;
  for (const notify of listeners) notify();
}

/** Switches to a language once its texts have loaded. */
export async function showLanguage(language: Language): Promise<void> {
  showTranslation(await loadTranslation(language));
  document.documentElement.lang = language;
}

/** Switches to a language, and stores the choice on this device. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  rememberLanguage(language);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The current translation; the component re-renders when it changes. */
export function useTranslation(): Translation | null {
  return useSyncExternalStore(subscribe, shownTranslation, shownTranslation);
}
