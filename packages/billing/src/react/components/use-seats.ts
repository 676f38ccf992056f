import type { EntitySummary } from "../../contract/expansions";
import { useCustomer } from "../hooks/use-customer";
import { useRequest } from "./use-request";

/** What `useSeats` returns. */
export interface SeatsHandle {
  /** Oldest first. Empty while loading. */
  seats: EntitySummary[];
  state: "loading" | "idle" | "adding" | "removing";
  /** "failed": the failure was reported to the host. */
  add: (seat: { id: string; name: string }) => Promise<"done" | "failed">;
  remove: (id: string) => Promise<"done" | "failed">;
}

/**
 * A customer's seats of one feature. Adding and removing need a host that opens
 * entities to browsers; elsewhere they fail with `forbidden`.
 *
 * @param featureId - The feature that counts seats.
 * @see Spec §3, "Entity"
 */
export function useSeats(featureId: string): SeatsHandle {
  const { customer, createEntity, deleteEntity } = useCustomer({
    errorOnNotFound: false,
    expand: ["entities"],
  });
  const [adding, runAdd] = useRequest("createEntity");
  const [removing, runRemove] = useRequest("deleteEntity");
  const seats = (customer?.entities ?? [])
    .filter((entity) => entity.feature_id === featureId)
    .sort((a, b) => a.created_at - b.created_at);
  return {
    seats,
    state: !customer ? "loading" : adding ? "adding" : removing ? "removing" : "idle",
    add: ({ id, name }) => runAdd(() => createEntity({ id, name, featureId })),
    remove: (entityId) => runRemove(() => deleteEntity({ entityId })),
  };
}
