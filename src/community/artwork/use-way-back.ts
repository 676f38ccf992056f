import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { FROM_GRID, isFromGrid } from "../grid/from-grid";

/** The way out of the viewer: back to the background where the work was opened, at the place where it hangs. */
export function useWayBack() {
  const [, navigate] = useLocation();
  const isOpened = isFromGrid(useHistoryState<unknown>());
  return {
    leave: () => {
      if (isOpened) window.history.back();
      else navigate("/");
    },
    /** How to go to a neighbour, so that one step back is still the background. */
    inPlace: isOpened ? { replace: true, state: FROM_GRID } : {},
  };
}
