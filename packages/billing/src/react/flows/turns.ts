/** Whether nothing newer has started since. */
export type IsLatest = () => boolean;

/**
 * Numbers operations, so that a late answer to an earlier click shows no dialog
 * over that of a later one.
 */
export function createTurns(): () => IsLatest {
  let latest = 0;
  return () => {
    latest += 1;
    const mine = latest;
    return () => mine === latest;
  };
}
