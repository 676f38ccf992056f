/** Whether no newer operation has started since. */
export type IsLatest = () => boolean;

/**
 * Numbers operations, so that a late response to an earlier click can't show its
 * dialog over a newer one.
 */
export function createTurns(): () => IsLatest {
  let latest = 0;
  return () => {
    latest += 1;
    const mine = latest;
    return () => mine === latest;
  };
}
