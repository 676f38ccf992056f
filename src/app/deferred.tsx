import { memo, useEffect, useState } from "react";
import type { ComponentType } from "react";

/**
 * A part of the frame whose code is fetched once the page itself is there. A page goes on without
 * it when that fails: the next page load tries again.
 */
export function deferred(load: () => Promise<ComponentType>) {
  return memo(function Part() {
    const [Loaded, setLoaded] = useState<ComponentType | null>(null);
    useEffect(
      () => afterLoad(() => void load().then((loaded) => setLoaded(() => loaded), console.error)),
      [],
    );
    return Loaded && <Loaded />;
  });
}

/** Fetches code that is likely to be wanted once the page is there. */
export function usePrepared(prepare: () => Promise<unknown>): void {
  // A failure shows when it is wanted.
  useEffect(() => afterLoad(() => void prepare().catch(() => undefined)), [prepare]);
}

/** Runs when pictures and styles are there; returns what calls it off. */
function afterLoad(run: () => void): () => void {
  if (document.readyState === "complete") {
    run();
    return () => undefined;
  }
  window.addEventListener("load", run, { once: true });
  return () => window.removeEventListener("load", run);
}
