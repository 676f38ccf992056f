import { memo, useEffect, useState } from "react";
import { useTranslation } from "../language/translation";
import type { ComponentType } from "react";

/**
 * A part of the layout whose code loads after the page. If loading fails, the page
 * works without it, and the next page load tries again.
 */
export function deferred<P extends object>(load: () => Promise<ComponentType<P>>) {
  return memo(function Part(props: P) {
    const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null);
    useTranslation();
    useEffect(
      () => afterLoad(() => void load().then((loaded) => setLoaded(() => loaded), console.error)),
      [],
    );
    return Loaded && <Loaded {...props} />;
  });
}

/** Loads code that is likely to be needed, after the page has loaded. */
export function usePrepared(prepare: () => Promise<unknown>): void {
  // The failure is reported when the code is needed.
  useEffect(() => afterLoad(() => void prepare().catch(() => undefined)), [prepare]);
}

/**
 * Calls back after pictures and styles have loaded, or now if they have, so that scripts load after
 * them. Returns a function that cancels it.
 */
export function afterLoad(run: () => void): () => void {
  if (document.readyState === "complete") {
    run();
    return () => undefined;
  }
  window.addEventListener("load", run, { once: true });
  return () => window.removeEventListener("load", run);
}
