import { PricingTable, SeatTable, useCustomer, useSeats } from "@spotlight/billing/react";
import { useMutation } from "convex/react";
import { api } from "../convex/_generated/api";
import { end } from "./session";

export function App() {
  const { customer } = useCustomer({ errorOnNotFound: false });
  return (
    <>
      {customer && <Team />}
      <PricingTable checkoutParams={{ successUrl: "/" }}>
        <h1>Plans</h1>
      </PricingTable>
    </>
  );
}

function Team() {
  const { seats } = useSeats("seats");
  const render = useMutation(api.renders.start);
  return (
    <>
      <button onClick={end}>Sign out</button>
      <SeatTable featureId="seats" title="Seats" measuredFeatureId="renders" editing="host" />
      {seats.map(({ id, name }) => (
        <button key={id} onClick={() => void render({ seat: id })}>
          Render as {name}
        </button>
      ))}
    </>
  );
}
