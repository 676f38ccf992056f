/**
 * A script that was asked for twice, and did not arrive. Most browsers remember the first
 * time, and never ask for it again: only another document does.
 */
export class LostScript extends Error {
  constructor(cause: unknown) {
    super(String(cause), { cause });
  }
}

const SERVER_FAILS = 500;

/** Loads the page anew, where the site answers and nothing on the page would be lost. */
export async function reloadPage(): Promise<void> {
  const leaving = new Event("beforeunload", { cancelable: true });
  if (!window.dispatchEvent(leaving)) return;
  const answer = await fetch(location.href).catch(() => null);
  if (answer && answer.status < SERVER_FAILS) location.reload();
}
