import { useConvexAuth, useMutation } from "convex/react";
import { useEffect } from "react";
import type { ViewSource } from "../../../convex/contract/viewSource";
import { previousAddress } from "../../shared/last-navigation";
import { viewSourceOf } from "./view-source";
import { api } from "../../../convex/_generated/api";

let latest: ViewSource = "link";

/**
 * Records once that a signed-in user opened a work. Ignores failures, because a lost view does no
 * harm.
 */
export function useRecordView(artworkId: string): void {
  const { isAuthenticated } = useConvexAuth();
  const record = useMutation(api.community.views.record);
  useEffect(() => {
    latest = viewSourceOf(previousAddress(), latest);
    if (isAuthenticated) record({ artworkId, source: latest }).catch(() => undefined);
  }, [isAuthenticated, record, artworkId]);
}
