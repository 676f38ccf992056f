import { PaywallDialog, PricingTable, useCustomer } from "@spotlight/billing";

export function App() {
  const { check } = useCustomer();
  return (
    <>
      <button onClick={() => check({ featureId: "uploads", dialog: PaywallDialog })}>Upload</button>
      <PricingTable />
    </>
  );
}
