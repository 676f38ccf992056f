import "@spotlight/billing/styles.css";
import { BillingProvider } from "@spotlight/billing/react";
import { ConvexProviderWithAuth, ConvexReactClient, useConvexAuth } from "convex/react";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { api } from "../convex/_generated/api";
import { App } from "./App";
import { session, useSession } from "./session";
import { SignIn } from "./sign-in";

const convex = new ConvexReactClient(import.meta.env.VITE_CONVEX_URL as string);
/** The address of hosted payment pages. Deployments in the cloud have `https:` and need none. */
const pages = [import.meta.env.VITE_CONVEX_SITE_URL as string];

function Page() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const [isSigningIn, setIsSigningIn] = useState(false);
  const [problem, setProblem] = useState("");
  const who = isAuthenticated && session ? session.name : null;
  return (
    <BillingProvider
      convex={convex}
      api={api.billing}
      identityKey={isLoading ? undefined : who}
      onSignIn={() => setIsSigningIn(true)}
      onError={({ message }) => setProblem(message)}
      trustedOrigins={pages}
    >
      <p role="alert">{problem}</p>
      {isSigningIn ? <SignIn convex={convex} /> : <App />}
    </BillingProvider>
  );
}

createRoot(document.body.appendChild(document.createElement("main"))).render(
  <ConvexProviderWithAuth client={convex} useAuth={useSession}>
    <Page />
  </ConvexProviderWithAuth>,
);
