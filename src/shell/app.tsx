import { useEffect, useState } from "react";
import { readEnv } from "../env";
import { addAnalyticsTag } from "./analytics";
import { ErrorBoundary } from "./error-boundary";
import { FailedScreen } from "./failed-screen";
import { Providers, connectDeployment } from "./providers";
import { Site } from "./site";

/** Spotlight, as the browser sees it. */
export function App() {
  return (
    <ErrorBoundary fallback={FailedScreen}>
      <Connected />
    </ErrorBoundary>
  );
}

function Connected() {
  const [env] = useState(readEnv);
  const [deployment] = useState(() => connectDeployment(env));
  useEffect(() => {
    if (env.analyticsId !== undefined) addAnalyticsTag(env.analyticsId);
  }, [env.analyticsId]);
  return (
    <Providers deployment={deployment}>
      <Site />
    </Providers>
  );
}
