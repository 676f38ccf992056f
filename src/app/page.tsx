import { useRef } from "react";
import { t } from "../language/text";
import { ErrorBoundary } from "../shared/error-boundary";
import { FailedScreen } from "./failed-screen";
import type { RouteParams, SiteRoute } from "./routes";
import { useFocusRestoration } from "./use-focus-restoration";
import { usePageArrival } from "./use-page-arrival";

interface PageProps {
  path: string;
  route: SiteRoute;
  params: RouteParams;
}

/** The screen of the current address. Errors in it do not break the rest. */
export function Page({ path, route, params }: PageProps) {
  const main = useRef<HTMLElement>(null);
  usePageArrival({ path, title: route.title === null ? null : t(route.title), main });
  useFocusRestoration({ path, main });
  return (
    <main id="content" className="app-page" ref={main} tabIndex={-1}>
      <ErrorBoundary key={path} fallback={FailedScreen}>
        {route.render(params)}
      </ErrorBoundary>
    </main>
  );
}
