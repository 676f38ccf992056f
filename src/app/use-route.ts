import { matchRoute, useLocation, useRouter } from "wouter";
import { NOT_FOUND, ROUTES } from "./routes";
import type { RouteParams, SiteRoute } from "./routes";

/** The route of the current address, and what the address gives to it. */
export function useCurrentRoute(): { path: string; route: SiteRoute; params: RouteParams } {
  const [path] = useLocation();
  const { parser } = useRouter();
  for (const route of ROUTES) {
    const [matches, params] = matchRoute(parser, route.path, path);
    if (matches) return { path, route, params };
  }
  return { path, route: NOT_FOUND, params: {} };
}
