import { html } from "../sandbox/html";
import type { Screen } from "../sandbox/respond";

/** What a customer reads who comes back to nowhere else. */
export function returnScreen(isPaid: boolean): Screen {
  const title = isPaid ? "Thank you" : "Not paid yet";
  const text = isPaid
    ? "Your payment has arrived. You can close this page."
    : "Nothing was charged so far. If you have just paid, it arrives within a few minutes.";
  return {
    status: 200,
    title,
    of: "Billing",
    body: html`<h1>${title}</h1>
      <p>${text}</p>`,
  };
}
