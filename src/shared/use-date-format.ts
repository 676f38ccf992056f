import { formatDate, formatUtcDate } from "../language/format";
import { useHydrating } from "./use-hydrating";

/** `formatDate` for components that the server renders too. */
export function useDateFormat(): typeof formatDate {
  return useHydrating() ? formatUtcDate : formatDate;
}
