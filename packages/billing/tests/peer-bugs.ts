/** The tests that prove that a known bug of similar systems cannot happen here. */
interface Proof {
  tests: readonly [string, ...string[]];
}
/** Why the bug is impossible here. */
interface Impossible {
  because: string;
}

/**
 * Known bugs of billing systems: what went wrong there, and what prevents it here. A test asserts
 * that every test named here exists.
 */
export const PEER_BUGS: Record<string, { bug: string } & (Proof | Impossible)> = {
  B1: {
    bug: "yen charged a hundredfold",
    tests: ["B1: a price has the decimals of its currency"],
  },
  B2: {
    bug: "a total rounded once, an invoice rounded line by line",
    tests: ["and charges are rounded line by line, so that they sum to the invoice (B2)"],
  },
  B3: {
    bug: "periods counted from a clamped day",
    tests: ["B3: a successor keeps the day of the month"],
  },
  B4: {
    bug: "an endless loop towards a boundary",
    tests: ["B4: finds the boundary of any moment at once, far before the anchor or after it"],
  },
  B5: {
    bug: "alignment that gives up after fifty periods",
    tests: ["B5: finds the period of a weekly subscription that is thirty years old"],
  },
  B6: {
    bug: "balances without a subscription drift to the 28th",
    tests: ["B6: resets on the anchor's own day after a short month, with no subscription"],
  },
  B7: {
    bug: "the 31st of April, which is the 1st of May",
    tests: ["B7: never moves a day into the next month"],
  },
  B8: {
    bug: "milliseconds in place of seconds",
    because:
      "Every time is epoch milliseconds, in rules, rows, wire and processor; nothing converts.",
  },
  B9: {
    bug: "credits that exceed what was paid",
    tests: ["B9: credits no more than was paid: an upgrade's credit is not paid out twice"],
  },
  B10: {
    bug: "a year's price on a month's invoice",
    tests: ["B10: bills monthly use of a yearly plan monthly, and the year at its own end"],
  },
  B11: {
    bug: "an invoice that resets the cycle, too low in preview and bill",
    tests: [
      "leave the billing day unchanged when a month becomes a year, in the preview and on the bill (B11)",
    ],
  },
  B12: {
    bug: "an amount compared with credits before it was converted",
    tests: ["B12: credits are compared with the use's price in credits"],
  },
  B13: {
    bug: "undoing use raises a balance above its grant",
    tests: ["B13: undoing use reduces overage first, and never exceeds the grant"],
  },
  B14: {
    bug: "a cost of 0 credits read as 1",
    tests: ["B14: a price of 0 credits is free, not 1"],
  },
  B15: {
    bug: "rollovers above their cap, or lost because they never expire",
    tests: [
      "B15: leaves rollovers that never expire, and resets their use to 0",
      "has its grant and capped, live rollovers after a reset (INV-20)",
    ],
  },
  B16: {
    bug: "setting usage forgets prepaid packs",
    tests: ["B16: counts prepaid packs as granted"],
  },
  B17: {
    bug: "a limit on overage instead of on use",
    tests: ["B17: limits all seats in use, not those beyond the included ones"],
  },
  B18: {
    bug: "hourly balances tied to the subscription's anchor",
    tests: ["B18: resets by the minute, hour or day have their own anchor"],
  },
  B19: {
    bug: "0.1 + 0.2",
    tests: ["B19: tenths add up, so that the last unit is allowed"],
  },
  B20: {
    bug: "two calls at once make two customers",
    tests: ["B20: creates one customer with one default product in two calls at once"],
  },
  B21: {
    bug: "a cache serves the balances from before the purchase",
    because: "There is no cache beside the database: every read is a query of committed data.",
  },
  B22: {
    bug: "a repeated webhook, or two at the same time, invoice twice",
    tests: [
      "leaves the purchase open until the webhook arrives, and charges once",
      "end the same whether the steps are processed on time or all at once",
    ],
  },
  B23: {
    bug: "balances set at once overwrite one another",
    tests: ["B23: sets all named balances, or none"],
  },
  B24: {
    bug: "a lock that ends before the work does",
    because: "There are no locks: an operation is one serialisable transaction.",
  },
  B25: {
    bug: "two one-off purchases, one grant",
    tests: ["B25: of a one-off adds its units to the rest, and costs its price again"],
  },
  B26: {
    bug: "a plan changes although its payment failed",
    tests: [
      "changes nothing when the card is declined",
      "grant nothing for a failed payment (INV-17)",
    ],
  },
  B27: {
    bug: "two open pages, two purchases",
    tests: [
      "finds the first page closed after a second one for the same group was opened",
      "is not completed by a page that a later purchase has replaced",
    ],
  },
  B28: {
    bug: "undoing a cancellation changes the version, or duplicates the plan",
    tests: [
      "B28: stays on the customer's version when a newer one is on sale",
      "B28: an upgrade undoes the cancellation too, and drops the scheduled plan",
    ],
  },
  B29: {
    bug: "an upgrade's failed invoice makes a healthy plan past due",
    tests: ["B29: never makes a healthy plan past due"],
  },
  B30: {
    bug: "one quantity overwrites all quantities",
    tests: ["B30: changing one feature's packs leaves the other's unchanged"],
  },
  B31: {
    bug: "0 packs do not count as a number of packs",
    tests: ["B31: an increase from no packs is an increase like any other"],
  },
  B32: {
    bug: "an add-on that the customer has always counts as new",
    tests: ["B32: of a canceled add-on is what its scenario says"],
  },
  B33: {
    bug: "buying an add-on again replaces the first",
    tests: [
      "B33: of an add-on is a second copy, billed for itself, and leaves the first one unchanged",
      "B33: ends one of two copies of an add-on, and leaves the other",
    ],
  },
  B34: {
    bug: "use of the plan carried into an add-on",
    tests: ["B34: takes over no use of the plan"],
  },
  B35: {
    bug: "billing overage also empties the rest of the grant",
    tests: ["B35: closing a cycle leaves the rest of the grant as it was"],
  },
  B36: {
    bug: "a plan change drops overage",
    tests: ["B36: use beyond the new grant is carried as overage, not dropped"],
  },
  B37: {
    bug: "seats subtracted from every add-on",
    tests: ["B37: count each seat once, whatever add-ons grant seats"],
  },
  B38: {
    bug: "rewards that stop at the first redemption, or exceed their maximum",
    tests: [
      "is given by every program that waits, not only by the first (B38)",
      "reserves its place, so that pending redemptions cannot exceed the maximum (B38)",
    ],
  },
  B39: {
    bug: "a transfer leaves the scheduled plan behind",
    tests: ["B39: moves the scheduled successor too"],
  },
  B40: {
    bug: "a use is allowed because nothing is owned",
    tests: ["B40: without a grant nothing is allowed, and an unlimited one is"],
  },
  B41: {
    bug: "a trial that never ends",
    tests: ["B41: that required no card falls back to the free plan"],
  },
  B42: {
    bug: "a limit without the included units",
    tests: ["B42: included units count towards the limit, so it can be used up to there"],
  },
  B43: {
    bug: "usage charts by local time, a minute short at the hour",
    tests: ["B43: shows %s as %d bins of UTC, the present one last"],
  },
  B44: {
    bug: "past-due customers get grants without end",
    tests: ["B44: grants nothing beyond the grace period, whether or not anything ran since"],
  },
  B45: {
    bug: "moving to a new version undoes a cancellation, or drops the scheduled plan",
    tests: ["B28, B45: versions", "continues a running trial, and gives no second one"],
  },
  B46: {
    bug: "one entity's trial blocks the others",
    tests: ["B46: has a trial of its own, once for each entity"],
  },
  B47: {
    bug: "an invoice that loads every customer",
    tests: ["B47: reads one page, newest first, and counts all customers"],
  },
  B48: {
    bug: "what expires first is used last",
    tests: ["B48: the balance that expires soonest is used first, whatever resets sooner"],
  },
  B49: {
    bug: "a repeated event is an error, or counted again",
    tests: [
      "B49: answers a repeated key with its first answer, whatever else changed in between",
      "change nothing when a request is repeated with its key (INV-14)",
    ],
  },
  B50: {
    bug: "a requirement of 0 is read as 1",
    tests: ["B50: of 0 says whether the feature is granted at all"],
  },
  B51: {
    bug: "credits are used before an unlimited balance",
    tests: ["B51: unlimited use and overage of the feature itself come before any credits"],
  },
  B52: {
    bug: "an entity without a balance crashes a use",
    tests: ["B52: of an entity that has none are absent, and its use is recorded all the same"],
  },
  B53: {
    bug: "the last use of a plan that ends is not billed",
    tests: ["B53: bills overage with the plan's last day"],
  },
  B54: {
    bug: "a credit for an amount that was never charged",
    tests: ["never exceed what was paid when quantities go up and down again (B54)"],
  },
  B55: {
    bug: "webhooks sent before their row is stored",
    because: "Nothing is sent: pages subscribe to queries of committed state.",
  },
  B56: {
    bug: "canceling one product ends the whole subscription",
    tests: ["B56: leaves the customer's other subscriptions unchanged"],
  },
  B57: {
    bug: "a date of null, and amounts in the host's locale",
    tests: ["B57: writes an amount the same on every machine"],
  },
};
