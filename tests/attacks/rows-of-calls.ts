import type { Row } from "./row";

const FIELDS = "tests/attacks/fields.test.ts";
const IDENTITIES = "tests/attacks/identities.test.ts";
const FLOODS = "tests/attacks/floods.test.ts";
const SERVERS = "tests/attacks/servers.test.ts";
const ACTIONS = "packages/billing/tests/client/browser-actions.test.ts";
const REQUESTS = "packages/billing/tests/v1/requests.test.ts";
const REPEATS = "packages/billing/tests/v1/repeated-uses.test.ts";
const RATES = "packages/billing/tests/v1/rate-limits.test.ts";

/** Attacks through calls from a foreign page. */
export const CALLS: readonly Row[] = [
  {
    number: 1,
    attack: "a call that names another customer",
    tests: [
      [FIELDS, "another customer's id in wire names"],
      [ACTIONS, "refuses every field that is not in the operations table"],
    ],
  },
  {
    number: 2,
    attack: "reading the events of another customer",
    tests: [
      [FIELDS, "another customer's events"],
      ["packages/billing/tests/engine/usage/query.test.ts", "counts only the customer's own use"],
    ],
  },
  {
    number: 3,
    attack: "an entity's id that leaves its path",
    tests: [[FIELDS, "gets nothing for an entity called %j"]],
  },
  {
    number: 4,
    attack: "an entity's id with dots, escapes, slashes, a query, a NUL, or 10 kB",
    tests: [
      [FIELDS, "gets nothing for an entity called %j"],
      ["tests/contract/names.test.ts", "rejects %j"],
      [
        "packages/billing/tests/contract/paths.test.ts",
        "refuses %j as an id, because it could lead to another path",
      ],
    ],
  },
  {
    number: 5,
    attack: "the entity of another customer",
    tests: [
      [SERVERS, "is answered like a missing one: an entity"],
      [SERVERS, "cannot be bought for by a page that names it: an entity"],
    ],
  },
  {
    number: 6,
    attack: "a purchase with forged items, a forged price or an older version",
    tests: [[FIELDS, "the customer's own price"]],
  },
  {
    number: 7,
    attack: "parameters for the payment page",
    tests: [
      [FIELDS, "line items of the payment page"],
      [REQUESTS, "ignores options of a remote processor's own page"],
    ],
  },
  {
    number: 8,
    attack: "a second free trial",
    tests: [
      [FIELDS, "a free trial"],
      ["packages/billing/tests/engine/purchases/changes.test.ts", "is offered once"],
      [
        "packages/billing/tests/payments/sandbox.test.ts",
        "is given once to one device with two accounts",
      ],
    ],
  },
  {
    number: 9,
    attack: "a reward by its internal id",
    tests: [
      [FIELDS, "a reward by its id"],
      ["packages/billing/tests/engine/rewards/rewards.test.ts", "that does not exist is refused"],
    ],
  },
  {
    number: 10,
    attack: "an invoice instead of payment, or access before it",
    tests: [
      [FIELDS, "an invoice instead of payment"],
      [FIELDS, "activation before payment"],
    ],
  },
  {
    number: 11,
    attack: "use that is negative or zero, which would fill a balance",
    tests: [
      [FIELDS, "a use that is negative"],
      [FIELDS, "a use of minus zero"],
    ],
  },
  {
    number: 12,
    attack: "use that is not a number, infinite, or too large to be exact",
    tests: [
      [FIELDS, "a use that is not a number"],
      [SERVERS, "of %s is refused, and the balance is unchanged"],
      [SERVERS, "in tenths adds up in whole millionths"],
    ],
  },
  {
    number: 13,
    attack: "setting the use of a feature to 0",
    tests: [
      [FIELDS, "an absolute use"],
      [SERVERS, "is not a function for pages: %s"],
    ],
  },
  {
    number: 14,
    attack: "a check of a negative amount that also counts as use",
    tests: [
      [FIELDS, "a check that records an event"],
      [FIELDS, "a check of something that is not a number"],
    ],
  },
  {
    number: 15,
    attack: "use of a feature that only servers report",
    tests: [[FIELDS, "a use that pages may not report"]],
  },
  {
    number: 16,
    attack: "a feature with the name of an inherited property",
    tests: [
      [FIELDS, "a feature called __proto__"],
      ["packages/billing/tests/contract/access.test.ts", "grants no feature called %s"],
    ],
  },
  {
    number: 17,
    attack: "quantities that are negative, fractions, huge, repeated, or of an unsold feature",
    tests: [
      [FIELDS, "a quantity of ${String(quantity)}"],
      [FIELDS, "a feature that it does not sell"],
      [
        "packages/billing/tests/engine/purchases/multi.test.ts",
        "refuse quantities that none of the products sells",
      ],
    ],
  },
  {
    number: 18,
    attack: "a quantity that is not a whole number of packs",
    tests: [
      ["packages/billing/tests/properties/money.test.ts", "charges a started pack whole"],
      ["packages/billing/tests/contract/quantity.test.ts", "%d units in packs of %d are %i packs"],
    ],
  },
  {
    number: 19,
    attack: "no product, two ways to name one, a thousand, one twice, an archived one",
    tests: [
      [FIELDS, "both a product and a list"],
      [FIELDS, "one product twice"],
      [SERVERS, "cannot be bought: an archived product"],
    ],
  },
  {
    number: 20,
    attack: "the same purchase twice at once",
    tests: [
      [IDENTITIES, "sends twice at once and buys once"],
      ["tests/e2e/payment-mishaps.spec.ts", "is charged once when Confirm is pressed twice"],
    ],
  },
  {
    number: 21,
    attack: "an earlier request's id with other arguments",
    tests: [[IDENTITIES, "cannot repeat a request id with other arguments"]],
  },
  {
    number: 22,
    attack: "another customer's request id",
    tests: [
      [IDENTITIES, "repeats another customer's request id without an effect"],
      [FIELDS, "a raw idempotency key"],
      [REPEATS, "with the same key for another customer is counted"],
    ],
  },
  {
    number: 23,
    attack: "an immediate cancellation, for a refund",
    tests: [[FIELDS, "an immediate cancellation"]],
  },
  {
    number: 24,
    attack: "canceling another customer's or entity's product",
    tests: [
      [IDENTITIES, "cannot cancel another customer's plan"],
      ["packages/billing/tests/engine/purchases/cancel.test.ts", "a product of another entity"],
    ],
  },
  {
    number: 25,
    attack: "redeeming the member's own code, one code twice, or guessed codes",
    tests: [
      ["tests/attacks/identities.test.ts", "has a code that cannot be guessed"],
      ["tests/attacks/identities.test.ts", "works one way: an invited member"],
      ["packages/billing/tests/engine/rewards/referrals.test.ts", "misuse of codes"],
      [
        "packages/billing/tests/engine/rewards/referrals.test.ts",
        "is refused for reasons in this order",
      ],
      [
        "packages/billing/tests/engine/rewards/referrals.test.ts",
        "give one redemption per person, none of the person's own code",
      ],
      [SERVERS, "is answered like a missing one: the referral code %s"],
      [FLOODS, "must wait after ten unknown codes"],
    ],
  },
  {
    number: 26,
    attack: "a return URL that leads to another site, or runs a script",
    tests: [[FIELDS, "cannot redirect to %j"]],
  },
  {
    number: 27,
    attack: "any operation without a sign-in",
    tests: [
      [IDENTITIES, "gets nothing from %s"],
      ["tests/convex/community/every-function.test.ts", "returns to a visitor only public data"],
    ],
  },
  {
    number: 28,
    attack: "a function of the server, called from outside",
    tests: [
      [IDENTITIES, "finds no function %s"],
      ["tests/convex/closed-by-default.test.ts", "is this list and nothing else"],
    ],
  },
  {
    number: 29,
    attack: "metadata of 1 MB, of many levels, of many keys, of invalid keys",
    tests: [
      [SERVERS, "are refused with %s"],
      [SERVERS, "are refused for a customer as well: %s"],
      [FIELDS, `"metadata"`],
    ],
  },
  {
    number: 30,
    attack: "ten thousand uses in a second",
    tests: [
      ["tests/local/server/fairness.test.ts", "does not delay another client's mutation: %s"],
      [RATES, "count each key separately"],
      [FLOODS, "is refused uses beyond the rate limit, and another member's check succeeds"],
    ],
  },
  {
    number: 31,
    attack: "two hundred purchases in a minute",
    tests: [
      [RATES, "allow thirty purchases a minute"],
      [FLOODS, "is refused most of two hundred purchases, and another member's succeeds"],
    ],
  },
  {
    number: 32,
    attack: "an error that prints or stores a secret",
    tests: [
      ["tests/attacks/canaries.test.ts", "is not printed"],
      ["tests/attacks/canaries.test.ts", "is stored only as a hash"],
      ["tests/attacks/canaries.test.ts", "is not in files that a browser loads"],
    ],
  },
];
