import { useState } from "react";
import { ErrorBoundary } from "../shared/error-boundary";
import { FailedScreen } from "./failed-screen";
import { Providers } from "./providers";
import type { Deployment } from "./providers";
import { Site } from "./site";

interface AppProps {
  /** Called once; what it throws is told in place of the site. */
  connect: () => Deployment;
}

/** Spotlight, as the browser sees it. */
export function App({ connect }: AppProps) {
  return (
    <ErrorBoundary fallback={FailedScreen}>
      <Connected connect={connect} />
    </ErrorBoundary>
  );
}

function Connected({ connect }: AppProps) {
  const [deployment] = useState(connect);
  return (
    <Providers deployment={deployment}>
      <Site />
    </Providers>
  );
}
