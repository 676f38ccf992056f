import { Suspense, lazy, useState } from "react";
import type { ComponentType } from "react";
import { Waiting } from "./waiting";

/**
 * A screen whose code is fetched when it is shown. When that failed, showing it anew fetches anew:
 * what is fetched belongs to the mounted screen, since React remembers a failure for good.
 */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return function Screen(props: Props) {
    const [Loaded] = useState(() => lazy(async () => ({ default: await load() })));
    return (
      <Suspense fallback={<Waiting />}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
