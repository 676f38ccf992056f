import { html } from "./html";
import type { Screen } from "./respond";

/** `other`: a different amount than requested; operators decide. */
export type Returned = "paid" | "other" | "open";

const SAID: Readonly<Record<Returned, readonly [title: string, text: string]>> = {
  paid: ["Thank you", "Your payment has arrived. You can close this page."],
  other: [
    "Not complete yet",
    "Your payment has arrived, but its amount is not the expected one: we are looking at it. Please do not pay again.",
  ],
  open: [
    "Not paid yet",
    "Nothing was charged so far. If you have just paid, it arrives within a few minutes.",
  ],
};

/** The page for a customer who returns from the processor without a page to go back to. */
export function returnScreen(returned: Returned): Screen {
  const [title, text] = SAID[returned];
  return {
    status: 200,
    title,
    of: "Billing",
    body: html`<h1>${title}</h1>
      <p>${text}</p>`,
  };
}
