/** An invariant of the engine, and the tests that would fail without it. */
interface Held {
  rule: string;
  /** Titles of tests, or names of the checks after every step of a random run. */
  by: readonly [string, ...string[]];
}

const EVERY_STEP = "keep every invariant after every step";

/**
 * The invariants of the billing engine, each with its tests. A test asserts that
 * none is missing and that every test named here exists.
 */
export const INVARIANTS: Record<string, Held> = {
  "INV-1": {
    rule: "ledger entries sum to the stored balance",
    by: ["INV-1 ledger entries sum to what is stored", EVERY_STEP],
  },
  "INV-2": {
    rule: "usage is the granted units minus the balance, and what was applied in the cycle",
    by: [
      "shows as usage exactly what was applied (INV-2)",
      "is what was applied since the cycle began (INV-2)",
    ],
  },
  "INV-3": {
    rule: "no consumable balance is below its floor",
    by: [
      "never leave a balance below its floor, nor a rollover below 0 (INV-3)",
      "INV-3 no consumable balance is below its floor",
      EVERY_STEP,
    ],
  },
  "INV-4": {
    rule: "applied and unapplied sum to the requested amount",
    by: [
      "split the requested amount into applied and unapplied, exactly (INV-4)",
      "leave nothing unapplied where something unlimited, or open overage, pays (INV-4)",
    ],
  },
  "INV-5": {
    rule: "a check allows exactly what a use applies",
    by: [
      "agree with check: allowed, rejected and fully applied (INV-5)",
      "make check agree with the use that follows (INV-5)",
    ],
  },
  "INV-6": {
    rule: "less is allowed whenever more is, and a grant never denies a use",
    by: ["is allowed for less whenever it is for more, and after any further grant (INV-6)"],
  },
  "INV-7": {
    rule: "a page decides as the server does",
    by: [
      "is allowed by the page's own formula where a use would be applied (INV-7)",
      "let a page decide as the server does, from the data that the page has (INV-7)",
    ],
  },
  "INV-8": {
    rule: "uses add up, and undoing a use restores the balances",
    by: [
      "of a and then b has the effect of their sum (INV-8)",
      "is undone in the same balances that it was taken from (INV-8)",
    ],
  },
  "INV-9": {
    rule: "the order of deduction is a strict order",
    by: [
      "do not depend on the order in which balances are stored (INV-9)",
      "order balances by a strict weak order (INV-9)",
    ],
  },
  "INV-10": {
    rule: "the customer sees what entities see, and an entity's balances end with it alone",
    by: [
      "is part of what the customer sees, beside the shared grant (INV-10)",
      "ends with the entity, and nothing else does (INV-10)",
      "INV-10 the customer sees what its entities see, together",
    ],
  },
  "INV-11": {
    rule: "usage that is set has the given value, and repeating it changes nothing",
    by: [
      "INV-11: sets the use, and repeating it changes nothing",
      "sets use to the given value, as far as possible, and repeating it changes nothing (INV-11)",
    ],
  },
  "INV-12": {
    rule: "a balance that is set has the given value, and use is unchanged",
    by: [
      "INV-12: reaches the target and leaves use unchanged, or refuses",
      "INV-12: sets the balance to %d, and leaves the use unchanged",
    ],
  },
  "INV-13": {
    rule: "credits move by the amount times its cost",
    by: ["takes the amount times its cost, and nothing at cost 0 (INV-13)"],
  },
  "INV-14": {
    rule: "a repeated request changes nothing, and another request with its key is refused",
    by: [
      "change nothing when a request is repeated with its key (INV-14)",
      "charges once for one key, and refuses the key for another request",
      "counts a key once, and refuses it for another value",
    ],
  },
  "INV-15": {
    rule: "webhooks of the processor have the same result in any order, however often they come",
    by: [
      "of a payment that is %s at last has the same result in any order, however often it is sent",
    ],
  },
  "INV-16": {
    rule: "of plans bought at the same time one is active, and each is charged once",
    by: [
      "leave one in force, and each is charged once (INV-16)",
      "in the middle of a cycle, leave one, prorated for the rest of it (INV-16)",
    ],
  },
  "INV-17": {
    rule: "a failed or missing payment changes nothing",
    by: [
      "grant nothing for a failed payment (INV-17)",
      "is given up after a day when the processor does not know the request",
    ],
  },
  "INV-18": {
    rule: "boundaries rise, from the original anchor",
    by: [
      "rise, each the k-th multiple of the interval from the original anchor (INV-18)",
      "stay on the day of the month, or on the month's last day where it is too short (INV-18)",
    ],
  },
  "INV-19": {
    rule: "late steps have the result of timely ones",
    by: [
      "ends in the same state in one jump as in many small steps (INV-19)",
      "ends in the same state in one jump as in small steps (INV-19)",
    ],
  },
  "INV-20": {
    rule: "after a reset there is the whole grant, and capped, live rollovers",
    by: ["has its grant and capped, live rollovers after a reset (INV-20)"],
  },
  "INV-21": {
    rule: "nothing starts early or ends late",
    by: [
      "end once, and no event reactivates an ended one (INV-21)",
      "INV-21 nothing starts early or ends late",
      EVERY_STEP,
    ],
  },
  "INV-22": {
    rule: "one active and one scheduled plan per group and owner, and defaults elsewhere",
    by: [
      "INV-22 one active and one scheduled plan per group",
      "INV-22 a group with a free default is never empty",
      EVERY_STEP,
    ],
  },
  "INV-23": {
    rule: "attach does what the scenario said",
    by: [
      "has the effect on attach that its scenario said (INV-23)",
      "charge what checkout showed, and do what the scenario said (INV-23, INV-26)",
    ],
  },
  "INV-24": {
    rule: "a cancellation that is undone leaves everything as it was",
    by: [
      "leaves the plan as it was, and charges nothing (INV-24)",
      "by choosing the current plan drops the scheduled downgrade",
    ],
  },
  "INV-25": {
    rule: "a transfer conserves balances, use and invoices",
    by: ["moves with its remaining and used units, and no money moves (INV-25)"],
  },
  "INV-26": {
    rule: "the preview is the invoice",
    by: [
      "charge what checkout showed, and do what the scenario said (INV-23, INV-26)",
      "never refuses in a preview, and otherwise decides as attach does (INV-26)",
    ],
  },
  "INV-27": {
    rule: "invoices are the sum of their lines, and credit no more than was paid",
    by: [
      "charges in whole minor units, and credits no more than is left of what was paid (INV-27)",
      "is not credited a second time by a later change (INV-27)",
      "is what was credited minus what was used, and never more than was paid (INV-27, INV-35)",
      "INV-27 invoices are the sum of their lines, in whole minor units",
      EVERY_STEP,
    ],
  },
  "INV-28": {
    rule: "changes in a period cost each plan's price for its time",
    by: [
      "costs over a period the price of each plan for its time (INV-28)",
      "up and down at the same instant costs nothing (INV-28)",
    ],
  },
  "INV-29": {
    rule: "a part of a period costs between nothing and all of it, less as time passes",
    by: ["is prorated to between nothing and all of it, less as time passes (INV-29)"],
  },
  "INV-30": {
    rule: "more never costs less, and each pack costs its tier's price",
    by: [
      "never falls as the quantity rises, and is 0 for 0 (INV-30)",
      "charges a started pack whole, and each pack at its own tier (INV-30)",
    ],
  },
  "INV-31": {
    rule: "every unit of overage is billed once",
    by: [
      "bills overage once: in full at the boundary, or in full when the plan ends (INV-31)",
      "is billed exactly once, however the subscription ends (INV-31)",
    ],
  },
  "INV-32": {
    rule: "seats cost their price for their time",
    by: ["cost the paid seats for their time; seats that stay paid never decrease (INV-32)"],
  },
  "INV-33": {
    rule: "all money is in the customer's currency, in its smallest units",
    by: [
      "converts to minor units and back without change (INV-33)",
      "in %s is in that currency alone, in its smallest unit (INV-33)",
    ],
  },
  "INV-34": {
    rule: "a trial is not charged, and given once",
    by: [
      "charges nothing on trial, and announces the full price at its end (INV-34)",
      "INV-34 a trial is not charged",
      "is offered once",
      "B46: has a trial of its own, once for each entity",
      "is given once to one device with two accounts",
    ],
  },
  "INV-35": {
    rule: "credit is what was credited minus what was used, and never negative",
    by: [
      "is what was credited minus what was used, and never more than was paid (INV-27, INV-35)",
      "INV-35 credit is never negative",
      EVERY_STEP,
    ],
  },
  "INV-36": {
    rule: "one redemption per person, none of the person's own code, and none beyond the maximum",
    by: [
      "give one redemption per person, none of the person's own code, and none beyond the maximum",
    ],
  },
};
