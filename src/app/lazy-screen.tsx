import { Suspense, lazy, useState } from "react";
import type { ComponentType } from "react";
import { Waiting } from "../shared/waiting";

/**
 * A screen whose code loads when it is shown, or earlier. After a failed load,
 * mounting the screen again loads again: the promise belongs to the mounted
 * screen, because React remembers a failure for good.
 */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let fetched: ComponentType<Props> | null = null;
  const prepare = async () => (fetched ??= await load());

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
