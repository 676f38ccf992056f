import { useState } from "react";
import type { Refused } from "../../identity/refusal";
import { useRequest } from "../../shared/use-request";

/** What every action of an operator names. */
interface Why {
  customerId: string;
  reason: string;
  key: string;
}

/**
 * Runs an action of an open dialog, once: pressed twice, or retried after a lost
 * answer, it has the same key.
 *
 * @returns Whether it runs, and what runs it; `onDone` gets its data.
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
