import type { BillingError } from "../../contract/errors";
import type { EntitySummary } from "../../contract/expansions";
import { useCustomer } from "./use-customer";
import { useRequest } from "./use-request";

/** The result of `useSeats`. */
export interface SeatsHandle {
  /** Oldest first. Empty while loading. */
  seats: EntitySummary[];
  state: "loading" | "idle" | "adding" | "removing";
  /** Why the last `add` failed; null if it succeeded. */
  addFailure: BillingError | null;
  /** Why the last `remove` failed; null if it succeeded. */
  removeFailure: BillingError | null;
  /** "failed": the failure was also reported to the host. */
  add: (seat: { id: string; name: string }) => Promise<"done" | "failed">;
  remove: (id: string) => Promise<"done" | "failed">;
}

/**
 * A customer's seats of one feature. Adding and removing need a host that allows
 * entities for browsers; otherwise they fail with `forbidden`.
 *
 * @param featureId - The feature that counts seats.
 * @see Spec §3, "Entity"
 */
export function useSeats(featureId: string): SeatsHandle {
  const { customer, createEntity, deleteEntity } = useCustomer({
    errorOnNotFound: false,
    expand: ["entities"],
  });
  const [adding, runAdd, addFailure] = useRequest("createEntity");
  const [removing, runRemove, removeFailure] = useRequest("deleteEntity");
  const seats = (customer?.entities ?? [])
    .filter((entity) => entity.feature_id === featureId)
    .sort((a, b) => a.created_at - b.created_at);
  return {
    seats,
    state: !customer ? "loading" : adding ? "adding" : removing ? "removing" : "idle",
    addFailure,
    removeFailure,
    add: ({ id, name }) => runAdd(() => createEntity({ id, name, featureId })),
    remove: (entityId) => runRemove(() => deleteEntity({ entityId })),
  };
}
