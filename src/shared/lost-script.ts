/**
 * A script that failed to load twice. Most browsers remember the first failure and never request it
 * again; only a new document does.
 */
export class LostScript extends Error {
  constructor(cause: unknown) {
    super(String(cause), { cause });
  }
}

const SERVER_FAILS = 500;

/** Reloads the page if the site responds and the page has nothing to lose. */
export async function reloadPage(): Promise<void> {
  const leaving = new Event("beforeunload", { cancelable: true });
  if (!window.dispatchEvent(leaving)) return;
  const answer = await fetch(location.href).catch(() => null);
  if (answer && answer.status < SERVER_FAILS) location.reload();
}
