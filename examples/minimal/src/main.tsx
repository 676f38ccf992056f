import "@spotlight/billing/styles.css";
import { BillingProvider } from "@spotlight/billing";
import { ConvexProvider, ConvexReactClient } from "convex/react";
import { createRoot } from "react-dom/client";
import { api } from "../convex/_generated/api";
import { App } from "./App";

const convex = new ConvexReactClient(import.meta.env.VITE_CONVEX_URL as string);

createRoot(document.body.appendChild(document.createElement("main"))).render(
  <ConvexProvider client={convex}>
    <BillingProvider convex={convex} api={api.billing} identityKey={null}>
      <App />
    </BillingProvider>
  </ConvexProvider>,
);
