import { useState } from "react";
import { useTranslation } from "../language/translation";
import { ErrorBoundary } from "../shared/error-boundary";
import { FailedScreen } from "./failed-screen";
import { Providers } from "./providers";
import type { Deployment } from "./providers";
import { Site } from "./site";

interface AppProps {
  /** Called once; if it throws, the page shows the error instead of the site. */
  connect: () => Deployment;
}

/** The Spotlight app in the browser. */
export function App({ connect }: AppProps) {
  return (
    <ErrorBoundary fallback={FailedScreen}>
      <Connected connect={connect} />
    </ErrorBoundary>
  );
}

function Connected({ connect }: AppProps) {
  useTranslation();
  const [deployment] = useState(connect);
  return (
    <Providers deployment={deployment}>
      <Site />
    </Providers>
  );
}
