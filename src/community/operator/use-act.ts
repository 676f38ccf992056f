import { useState } from "react";
import type { Refused } from "../../identity/refusal";
import { useRequest } from "../../shared/use-request";

/** The arguments of every operator action. */
interface Why {
  customerId: string;
  reason: string;
  key: string;
}

/**
 * Runs an action of an open dialog once: a double click, or a retry after a lost response, has the
 * same key.
 *
 * @returns Whether it runs, and a function that runs it; `onDone` gets its data.
 */
export function useAct(customerId: string) {
  const [key] = useState(() => crypto.randomUUID());
  const [busy, run] = useRequest();
  function act<Data>(
    reason: string,
    send: (why: Why) => Promise<{ data: Data | null; error: Refused | null }>,
    onDone: (data: Data | null) => void,
  ) {
    let data: Data | null = null;
    run(
      async () => {
        const answer = await send({ customerId, reason, key });
        ({ data } = answer);
        return answer;
      },
      () => onDone(data),
    );
  }
  return [busy, act] as const;
}
