import { useConvexAuth, useMutation } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";

/** Tells the server once that somebody who is signed in opened a work. A view that gets lost is no failure. */
export function useRecordView(artworkId: string): void {
  const { isAuthenticated } = useConvexAuth();
  const record = useMutation(api.community.views.record);
  useEffect(() => {
    if (isAuthenticated) record({ artworkId }).catch(() => undefined);
  }, [isAuthenticated, record, artworkId]);
}
