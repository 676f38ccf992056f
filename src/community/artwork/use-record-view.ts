import { useConvexAuth, useMutation } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";

/** Records once that a signed-in user opened a work. A lost view is no failure. */
export function useRecordView(artworkId: string): void {
  const { isAuthenticated } = useConvexAuth();
  const record = useMutation(api.community.views.record);
  useEffect(() => {
    if (isAuthenticated) record({ artworkId }).catch(() => undefined);
  }, [isAuthenticated, record, artworkId]);
}
