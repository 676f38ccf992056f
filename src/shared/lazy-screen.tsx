import { Suspense, lazy, useState } from "react";
import type { ComponentType } from "react";
import { LostScript } from "./lost-script";
import { Waiting } from "./waiting";

/**
 * A screen whose code loads when it is shown, or earlier. After a failed load, mounting the screen
 * again retries: the promise belongs to the mounted screen, because React remembers a failure
 * permanently.
 */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let fetched: ComponentType<Props> | null = null;
  let hasFailed = false;

  async function prepare() {
    const isSecondTry = hasFailed;
    try {
      if (isSecondTry) await refetchStyles();
      fetched ??= await load();
      hasFailed = false;
      return fetched;
    } catch (error) {
      hasFailed = true;
      throw isSecondTry ? new LostScript(error) : error;
    }
  }

  function Screen(props: Props) {
    const [Loaded] = useState(() => fetched ?? lazy(async () => ({ default: await prepare() })));
    return (
      <Suspense fallback={<Waiting />}>
        <Loaded {...props} />
      </Suspense>
    );
  }
  return Object.assign(Screen, { prepare });
}

let refetching: Promise<void> | null = null;

/**
 * The bundler requests a style sheet only once, even if it never arrives, so this requests it
 * again. Screens that retry at the same time share one request, because a sheet that is replaced
 * while it loads never reports that it has loaded.
 */
async function refetchStyles(): Promise<void> {
  refetching ??= refetchAll().finally(() => {
    refetching = null;
  });
  await refetching;
}

async function refetchAll(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  await Promise.all(links.filter((link) => !hasRules(link)).map(refetch));
}

/** A sheet that failed to load has no rules or, in Chromium, unreadable ones. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}

async function refetch(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement; // a clone of a link is a link
  await new Promise((arrived, failed) => {
    again.addEventListener("load", arrived);
    again.addEventListener("error", failed);
    link.replaceWith(again);
  });
}
