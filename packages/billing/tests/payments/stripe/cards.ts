/** What a published test card does when it is entered, and when it is charged later. */
interface CardBehaviour {
  onSave: "ok" | "approve" | "decline";
  onCharge: "ok" | "approve" | "decline";
}

const BEHAVIOURS: Readonly<Record<string, CardBehaviour>> = {
  "4242424242424242": { onSave: "ok", onCharge: "ok" },
  "4000000000000002": { onSave: "decline", onCharge: "decline" },
  "4000000000000341": { onSave: "ok", onCharge: "decline" },
  "4000000000003063": { onSave: "ok", onCharge: "approve" },
  "4000002500003155": { onSave: "approve", onCharge: "ok" },
};

export function behaviourOf(number: string): CardBehaviour {
  return BEHAVIOURS[number] ?? { onSave: "decline", onCharge: "decline" };
}
