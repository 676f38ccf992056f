import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { FROM_GRID, isFromGrid } from "../grid/from-grid";

/** Closes the viewer: back to the grid where the work was opened, at the same position. */
export function useWayBack() {
  const [, navigate] = useLocation();
  const isOpened = isFromGrid(useHistoryState<unknown>());
  return {
    leave: () => {
      if (isOpened) window.history.back();
      else navigate("/");
    },
    /** Navigates to a neighbour so that one step back still returns to the grid. */
    inPlace: isOpened ? { replace: true, state: FROM_GRID } : {},
  };
}
