import { PaywallDialog, PricingTable, useCustomer } from "@spotlight/billing/react";
import { useMutation } from "convex/react";
import { api } from "../convex/_generated/api";
import { end } from "./session";

export function App() {
  const { check, customer } = useCustomer({ errorOnNotFound: false });
  const order = useMutation(api.prints.order);
  const orderPrint = async () => {
    const { data } = check({ featureId: "prints", dialog: PaywallDialog });
    if (data.allowed) await order({});
  };
  return (
    <>
      {customer && (
        <p>
          Prints left: {customer.features.prints?.balance ?? 0}{" "}
          <button onClick={() => void orderPrint()}>Order a print</button>{" "}
          <button onClick={end}>Sign out</button>
        </p>
      )}
      <PricingTable checkoutParams={{ successUrl: "/" }}>
        <h1>Plans</h1>
      </PricingTable>
    </>
  );
}
