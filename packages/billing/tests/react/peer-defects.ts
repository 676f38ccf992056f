/** What prevents a known defect of similar clients. */
interface Kept {
  defect: string;
  /** Titles of tests that would fail with the defect. */
  tests?: readonly [string, ...string[]];
  /** Why the defect is impossible here. */
  because?: string;
}

/**
 * Known defects of billing clients: what goes wrong there, and the tests that would fail here. A
 * test asserts that every test named here exists.
 */
export const PEER_DEFECTS: Record<string, Kept> = {
  D1: {
    defect: "a body that names another customer makes the caller that customer",
    tests: [
      "drops what existing clients add, because the identity always wins",
      "is dropped: a request body cannot name another customer",
    ],
  },
  D2: {
    defect: "payment ids, fingerprints and internal fields pass from the browser",
    tests: [
      "refuses every field that is not in the operations table",
      "never allows pricing terms or identity",
    ],
  },
  D3: {
    defect: "a browser sets its own price, trial, discount or invoice",
    tests: [
      "never allows pricing terms or identity",
      "%s validates arguments as the actions do: %j",
    ],
  },
  D4: {
    defect: "a browser credits itself by negative use, or reports use of any feature",
    tests: ["D4: refuses negative, zero and infinite use, and use of what only servers track"],
  },
  D5: {
    defect: "an argument names another customer, whose events are then read",
    tests: ["D5: has no argument that names a customer"],
  },
  D6: {
    defect: "a development origin may send cookies, and bodies are logged",
    tests: [
      "needs no origin without a cookie",
      "logs a failure once, without the arguments, and a success never",
    ],
  },
  D7: {
    defect: "after another sign-in the earlier customer is shown",
    tests: [
      "never shows the earlier customer's data, and deletes it from the cache",
      "requests products for each identity, because scenarios differ",
    ],
  },
  D8: {
    defect: "canceling, tracking, seats and redeeming refetch nothing",
    tests: ["%s refetches what is on screen, once, before it answers"],
  },
  D9: {
    defect: "attaching refreshes one hook and leaves the others stale",
    tests: [
      "attaches, refetches, then closes the dialog, in this order",
      "shows the new customer everywhere",
    ],
  },
  D10: {
    defect: "a customer that could not be loaded is requested again and again",
    tests: ["returns a failure and never retries"],
  },
  D11: {
    defect: "a hook that wants an error gets another hook's missing error from the cache",
    tests: [
      "returns CUSTOMER_ID_REQUIRED for a visitor, without a request",
      "D11: gives each hook its own answer about a missing customer, from one request",
    ],
  },
  D12: {
    defect: "every hook loads the products too, and the provider a customer",
    tests: ["D12: requests nothing that no hook on the page uses"],
  },
  D13: {
    defect: "the client is created again with each render of the provider",
    tests: [
      "re-renders nothing below when it renders again with the same values",
      "keeps one transport though a generated api is a new object at every access",
    ],
  },
  D14: {
    defect: "concurrent first calls each probe for cookies",
    tests: ["are probed once for concurrent first calls, by all transports of the page"],
  },
  D15: {
    defect: "a list of entities is sent as an object of numbers",
    tests: ["sends several entities as a list, and refuses a list of anything else"],
  },
  D16: {
    defect: "a missing token is sent as the word null",
    tests: ["has no header when the token is %j"],
  },
  D17: {
    defect: "an answer that is not JSON loses its status, and its error blames the URL",
    tests: ["of status %s that are not JSON have that status; the hint is %j"],
  },
  D18: {
    defect: "parameters of the page are sent to the provider",
    tests: [
      "drops parameters of the page or the identity, and undefined ones",
      "never sends parameters of the page, nor undefined ones",
    ],
  },
  D19: {
    defect: "no time-out, and a double click buys twice",
    tests: [
      "ends at the time-out",
      "is repeated once for a lost purchase, with the same id",
      "attaches once however often it is clicked in one tick",
    ],
  },
  D20: {
    defect: "unlimited is denied when a credit system that lists it is empty",
    tests: ["D20: uses credits only when the feature's own balance does not decide"],
  },
  D21: {
    defect: "0 is read as 1, a scheduled copy hides the active one, one credit system is tried",
    tests: [
      "D21: accepts %s",
      "uses the credits that expire soonest first, and later ones when those are too few",
    ],
  },
  D22: {
    defect: "the check's shape depends on which fields happen to be null",
    tests: ["D22: has the same fields, whatever is null, and never a raw feature"],
  },
  D23: {
    defect: "a check before the customer has loaded opens the paywall",
    tests: ["does not open the paywall while the customer loads"],
  },
  D24: {
    defect: "a dialog reopened within 200 ms goes blank",
    tests: [
      "shows the new content when it opens again within 200 ms",
      "shows the newer content when it is opened again before the old one was cleared",
    ],
  },
  D25: {
    defect: "rendering is guessed from the names in a stack trace, and its dialog never closes",
    tests: [
      "D25: opens on a click, and not during rendering",
      "returns the same object for the same check, so that nothing re-renders",
    ],
  },
  D26: {
    defect: "saving a quantity loses the entity, the code and the return URL",
    tests: [
      "runs the checkout again with every parameter, and shows what comes back",
      "attaches with every parameter and the quantities on screen, then closes",
    ],
  },
  D27: {
    defect: "a failed Confirm closes as if it had worked, and any text is a quantity",
    tests: [
      "stays open on failure, logs it and tells the host",
      "steps by its buttons, within its bounds",
    ],
  },
  D28: {
    defect: "a misuse is noticed after the request, and a new tab is blocked",
    tests: [
      "refuses a dialog with productIds before any request",
      "opens an empty tab without an opener at once, and navigates it later",
    ],
  },
  D29: {
    defect: "products of a third interval vanish, and one without items crashes the table",
    tests: [
      "lists every interval on offer, shortest first, with what it saves",
      "never calls a paid product without a price free",
      "calls the host's sign-in for a visitor, with the product",
    ],
  },
  D30: {
    defect: "two dialogs set in one tick lose one of them",
    tests: [
      "opens a host's paywall and a host's checkout in one tick, and shows both",
      "shows the last of two contents of one tick",
    ],
  },
  D31: {
    defect: "the paywall checks the customer in place of the entity",
    tests: ["requests the preview of this feature, entity and amount"],
  },
  D32: {
    defect: "the client sends what the action's own validators refuse",
    tests: ["D32: sends to no action what its validators refuse"],
  },
  D33: {
    defect: "an operation of the client has no action",
    tests: ["calls the action of %s"],
  },
  D34: {
    defect: "the server's client rejects on a lost network, and throws on an empty answer",
    tests: [
      "of a network that is down is a result without a status",
      "in HTML keeps its status %d",
      "is a success where the contract names no data",
    ],
  },
  D35: {
    defect: "a list of balances is wrapped twice",
    tests: ["B23: sets all named balances, or none"],
  },
  D36: {
    defect: "ids break paths, headers are changed in place, one log level counts for all",
    tests: [
      "decodes an id once, so that a colon may be encoded or not",
      "accept headers instead of a key, and never change them",
      "set the log level of one client only",
    ],
  },
  D37: {
    defect: "types declare fields that answers do not have",
    tests: ["supports every validator that the contract uses"],
    because: "Types are inferred from the validators through which every answer leaves.",
  },
  D38: {
    defect: "an adapter forgets a verb, so that deleting an entity is refused",
    tests: [
      "lists the verbs of a route in the Allow header",
      "is answered for the customer of the token",
    ],
  },
  D39: {
    defect: "one hook brings half a megabyte",
    tests: ["leads a visitor to sign-in, sells, and counts use"],
  },
  D40: {
    defect: "the package's test command is a stub",
    tests: ["D40: are tests of every kind"],
  },
};
