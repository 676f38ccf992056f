import "@spotlight/billing/styles.css";
import { BillingProvider } from "@spotlight/billing/react";
import { ConvexProviderWithAuth, ConvexReactClient, useConvexAuth } from "convex/react";
import { createRoot } from "react-dom/client";
import { api } from "../convex/_generated/api";
import { App } from "./App";

const convex = new ConvexReactClient(import.meta.env.VITE_CONVEX_URL as string);
const pages = [import.meta.env.VITE_CONVEX_SITE_URL as string];
/** Stored by your sign-in. */
const stored = localStorage.getItem("session");
const signedIn = stored === null ? null : (JSON.parse(stored) as { user: string; token: string });
const fetchAccessToken = () => Promise.resolve(signedIn && signedIn.token);
const session = { isLoading: false, isAuthenticated: signedIn !== null, fetchAccessToken };
const useSession = () => session;

function Page() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const who = isAuthenticated && signedIn ? signedIn.user : null;
  return (
    <BillingProvider
      convex={convex}
      api={api.billing}
      identityKey={isLoading ? undefined : who}
      trustedOrigins={pages}
    >
      <App />
    </BillingProvider>
  );
}

createRoot(document.body.appendChild(document.createElement("main"))).render(
  <ConvexProviderWithAuth client={convex} useAuth={useSession}>
    <Page />
  </ConvexProviderWithAuth>,
);
