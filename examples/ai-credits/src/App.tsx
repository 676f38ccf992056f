import { CheckoutDialog, PaywallDialog, useCustomer } from "@spotlight/billing/react";
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../convex/_generated/api";

export function App() {
  const { check, checkout, customer } = useCustomer({ errorOnNotFound: false });
  const complete = useAction(api.completions.complete);
  const [answer, setAnswer] = useState("");
  const ask = async () => {
    const { data } = check({ featureId: "completions", dialog: PaywallDialog });
    if (!data.allowed) return;
    setAnswer(await complete({ prompt: "A haiku about ink" }).catch(String));
  };
  return (
    <>
      <p>Credits: {customer?.features.credits?.balance ?? 0}</p>
      <button onClick={() => void ask()}>Write a haiku</button>
      <button onClick={() => void checkout({ productId: "top_up", dialog: CheckoutDialog })}>
        Buy credits
      </button>
      <p>{answer}</p>
    </>
  );
}
