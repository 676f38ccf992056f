import type { Row } from "./row";
import { CALLS } from "./rows-of-calls";

const FIELDS = "tests/attacks/fields.test.ts";
const FLOODS = "tests/attacks/floods.test.ts";
const IDENTITIES = "tests/attacks/identities.test.ts";
const ROUTES = "tests/attacks/routes.test.ts";
const SERVERS = "tests/attacks/servers.test.ts";
const OPERATORS = "tests/convex/community/operators.test.ts";
const SOCKETS = "tests/attacks/sockets.test.ts";
const UPLOADS = "tests/attacks/uploads.test.ts";
const ACTIONS = "packages/billing/tests/client/browser-actions.test.ts";
const HTTP = "packages/billing/tests/client/routes.test.ts";
const KEYS = "packages/billing/tests/v1/keys.test.ts";
const REQUESTS = "packages/billing/tests/v1/requests.test.ts";
const WEBHOOK = "packages/billing/tests/payments/stripe/webhook.test.ts";
const REPORTS = "packages/billing/tests/engine/lifecycle/remote-reports.test.ts";
const OUTCOMES = "packages/billing/tests/engine/lifecycle/remote-outcomes.test.ts";
const REMOTE = "packages/billing/tests/engine/lifecycle/remote.test.ts";
const NAVIGATION = "packages/billing/tests/react/flows/navigate.test.ts";
const QUANTITY = "packages/billing/tests/react/dialogs/quantity-popover.test.tsx";
const HOSTILE = "packages/billing/tests/react/hostile-names.test.tsx";

const SERVER: readonly Row[] = [
  {
    number: 33,
    attack: "a form of another site, or a cookie in place of a token",
    tests: [
      [ROUTES, "refuse plain text, and a cookie in place of a token"],
      [HTTP, "a request with a cookie that %s is decided by its origin"],
    ],
  },
  {
    number: 34,
    attack: "a page of an origin that is not, or only looks like, the site's",
    tests: [
      [ROUTES, "refuse pages of %s"],
      [HTTP, "%s gets 403 and no CORS headers"],
    ],
  },
  {
    number: 35,
    attack: "payment ids and internal options in the body that makes a customer",
    tests: [
      [ROUTES, "ignore an identity in the body"],
      [HTTP, "%s refuses %j by name"],
    ],
  },
  {
    number: 36,
    attack: "forged customer data",
    tests: [
      [IDENTITIES, "gets the id of the token, whatever the request says"],
      [HTTP, "is dropped: a request body cannot name another customer"],
    ],
  },
  {
    number: 37,
    attack: "deleting an entity by a path that names the customer",
    tests: [[ROUTES, "delete no customer with %s"]],
  },
  {
    number: 38,
    attack: "wrong verbs, 20 MB, a compressed bomb, a body that never ends",
    tests: [
      [ROUTES, "refuse to attach with %s"],
      [ROUTES, "ignore headers that override the method"],
      [ROUTES, "refuses a body of %s"],
      [SERVERS, "blocks no other client with a hundred unfinished bodies"],
      ["tests/local/server/limits.test.ts", "that never ends is refused"],
    ],
  },
  {
    number: 39,
    attack: "line breaks that would start another header",
    tests: [
      [SERVERS, "has no header injected by its URL: %s"],
      [SERVERS, "a line break in a header"],
    ],
  },
  {
    number: 40,
    attack: "markup in an error message",
    tests: [
      [SERVERS, "shows markup as text: of %s"],
      [SERVERS, "for a page runs no markup of its URL: %s"],
      ["packages/billing/tests/payments/html.test.ts", "escapes %s"],
    ],
  },
  {
    number: 41,
    attack: "the server's API with no key, a wrong one, two, or one in the URL",
    tests: [
      [ROUTES, "with %s is refused"],
      [KEYS, "ignores a key in the URL, where logs would store it"],
    ],
  },
  {
    number: 42,
    attack: "a publishable key that writes, or reads a customer",
    tests: [
      [KEYS, "cannot read a customer with %s %s"],
      [KEYS, "writes nothing"],
    ],
  },
  {
    number: 43,
    attack: "finding a key by the time of its comparison",
    tests: [[KEYS, "stores a key's hash, and shows the key once"]],
  },
  {
    number: 44,
    attack: "a version that the API does not speak",
    tests: [
      [ROUTES, "refuses the version %s"],
      [REQUESTS, "uses version 1.2, so that x-api-version %j answers %i"],
    ],
  },
];

const PEOPLE: readonly Row[] = [
  {
    number: 45,
    attack: "a token that is unsigned, wrongly signed, for another audience, or expired",
    tests: [
      [IDENTITIES, "with %s is refused"],
      ["tests/local/server/auth.test.ts", "that %s is refused"],
      ["tests/convex/accounts/auth-config.test.ts", "always checks the audience"],
    ],
  },
  {
    number: 46,
    attack: "the same subject from another issuer",
    tests: [
      [ACTIONS, "gives two issuers with the same subject different customers"],
      [
        "tests/convex/accounts/customers.test.ts",
        "differs when another issuer uses the same subject",
      ],
    ],
  },
  {
    number: 47,
    attack: "seeing the earlier user's data in the same tab",
    tests: [
      ["tests/e2e/client-people.spec.ts", "a user who signs in after another never sees"],
      ["packages/billing/tests/react/hooks/one-round.test.tsx", "is never shown data of the first"],
      [
        "tests/identity/session.test.ts",
        "never show the earlier user while the new one is being fetched",
      ],
    ],
  },
  {
    number: 48,
    attack: "the token of an ended session, or of a deleted account",
    tests: [
      ["tests/attacks/sessions.test.ts", "does nothing after sign-out"],
      ["tests/attacks/sessions.test.ts", "does nothing after the account is deleted"],
      ["tests/convex/community/every-function.test.ts", "refuses the token of a session that"],
      ["tests/convex/community/deletion.test.ts", "deletes the sign-in too"],
      ["tests/convex/accounts/session-tokens.test.ts", "ends with the account"],
      ["tests/convex/accounts/credentials.test.ts", "keeps this session, ends the others"],
    ],
  },
  {
    number: 49,
    attack: "weak passwords, names that look like others, and guessing passwords",
    tests: [
      ["tests/contract/credentials.test.ts", "has the five texts of the specification"],
      [IDENTITIES, "cannot register as %j"],
      [IDENTITIES, "gets the same answer for a wrong password and for an unknown name"],
      ["tests/convex/accounts/credentials.test.ts", "limits guesses at %s to 10"],
      ["tests/convex/accounts/hashing.test.ts", "is hashed at its full cost"],
      [FLOODS, "is refused before hashing, and another address can sign in meanwhile"],
      [FLOODS, "are stopped, and the owner can still sign in from a known browser"],
    ],
  },
];

const PROCESSOR: readonly Row[] = [
  {
    number: 50,
    attack: "a webhook without the processor's signature",
    tests: [
      [WEBHOOK, "is refused, parked, or leads to a question; only its own charge is paid"],
      [SERVERS, "is not a webhook, on a site without a remote processor"],
    ],
  },
  {
    number: 51,
    attack: "a repeated webhook, or another one with the same id",
    tests: [[REPORTS, "that is sent a hundred times at once has one effect"]],
  },
  {
    number: 52,
    attack: "webhooks out of order",
    tests: [
      [REMOTE, "has the same result in any order"],
      [OUTCOMES, "takes nothing away from a payment"],
    ],
  },
  {
    number: 53,
    attack: "a webhook about another shop's customer",
    tests: [[REMOTE, "one about an unknown charge is acknowledged"]],
  },
];

const BROWSER: readonly Row[] = [
  {
    number: 54,
    attack: "a checkout URL that runs a script, or leads to another site",
    tests: [
      [NAVIGATION, "refuses %s"],
      [
        "packages/billing/tests/react/flows/attach.test.ts",
        "returns unsafe_url when the URL is refused",
      ],
    ],
  },
  {
    number: 55,
    attack: "the same in an invoice, a portal, an offer or a profile's links",
    tests: [
      ["packages/billing/tests/react/gates.test.tsx", "opens no invoice at an unsafe URL"],
      [
        "packages/billing/tests/react/flows/customer-operations.test.ts",
        "answers unsafe_url when the page may not be opened",
      ],
      ["tests/architecture/links.test.ts", "open new tabs in one module alone"],
      [
        "tests/convex/community/works.test.ts",
        "has the artist's texts, and says whether the viewer owns it",
      ],
    ],
  },
  {
    number: 56,
    attack: "a new tab that controls its opener",
    tests: [
      ["tests/architecture/links.test.ts", "in a new tab have no opener"],
      [NAVIGATION, "opens an empty tab without an opener at once"],
    ],
  },
  {
    number: 57,
    attack: "names with markup, characters that reverse text, or 10 kB",
    tests: [
      [HOSTILE, "is text in the pricing table"],
      [HOSTILE, "is text in the checkout, whose button still works"],
      ["packages/ui/tests/names.test.ts", "does not change the direction of the text beside it"],
      ["tests/architecture/links.test.ts", "never write markup into the page"],
      ["tests/convex/community/artworks.test.ts", "escapes the artist's text everywhere"],
    ],
  },
  {
    number: 58,
    attack: "invalid currencies, amounts and times",
    tests: [
      [HOSTILE, "leaves the checkout usable: %s"],
      ["packages/billing/tests/react/messages/format.test.ts", "stays readable for %s in %o"],
    ],
  },
  {
    number: 59,
    attack: "letters, an empty text, fractions or other digits for a quantity",
    tests: [
      [QUANTITY, "in words and sends nothing"],
      ["packages/billing/tests/contract/quantity.test.ts", "refuses %j: it is not a whole number"],
    ],
  },
  {
    number: 60,
    attack: "a changed quantity that loses the other parameters",
    tests: [
      [QUANTITY, "saves feature units with every first parameter"],
      [
        "packages/billing/tests/react/entities.test.tsx",
        "confirms a checkout for the entity that started it",
      ],
    ],
  },
  {
    number: 61,
    attack: "a script within a page, or the page in another site's frame",
    tests: [
      ["tests/attacks/pages.test.ts", "runs only its own scripts, and in no frame"],
      ["tests/server/site-headers.test.ts", "are on %s"],
      ["packages/billing/tests/payments/hosted.test.ts", "forbids frames, caching, sniffing"],
      [SERVERS, "for a page runs no markup of its URL: %s"],
    ],
  },
];

const FILES: readonly Row[] = [
  {
    number: 62,
    attack: "a page, an SVG with scripts, or a script that is declared as a picture",
    tests: [
      [UPLOADS, "is refused and deleted: %s"],
      [UPLOADS, "that is also a script or a page is served as a picture only"],
      [UPLOADS, "is a download while it is pending: a page"],
    ],
  },
  {
    number: 63,
    attack: "a byte too many, none at all, or a wrong Content-Length",
    tests: [
      [UPLOADS, "as %s of %d bytes gets no URL"],
      [UPLOADS, "that differs from its declaration is refused and deleted: %s"],
      [UPLOADS, "stores nothing when it is %s"],
      ["tests/convex/community/file-ownership.test.ts", "as %s replaces the one before"],
    ],
  },
  {
    number: 64,
    attack: "a decompression bomb",
    tests: [
      ["tests/attacks/files.test.ts", "is refused and deleted"],
      [UPLOADS, "is refused before it is decoded"],
    ],
  },
  {
    number: 65,
    attack: "the public location of a picture",
    tests: [
      ["tests/attacks/files.test.ts", "is removed: in"],
      ["tests/community/upload/prepare-file.test.ts", "has its location removed"],
      ["tests/e2e/upload-files.spec.ts", "without a location"],
    ],
  },
  {
    number: 66,
    attack: "an upload URL used twice, or another member's file",
    tests: [
      ["tests/attacks/files.test.ts", "can be used by its sender only, even before it is prepared"],
      [UPLOADS, "accepts one file"],
      [UPLOADS, "can be published by its own member alone, pending or prepared"],
      [UPLOADS, "is not deleted by a broken file that names it as its preview"],
      ["tests/local/server/stored-files.test.ts", "have upload URLs that are valid for an hour"],
    ],
  },
  {
    number: 67,
    attack: "a file name that is a path, reverses text, or starts another header",
    tests: [
      [UPLOADS, "is ignored, and never becomes a path: %j"],
      [UPLOADS, "opens nothing outside the files: %s"],
    ],
  },
];

const LISTS: readonly Row[] = [
  {
    number: 68,
    attack: "a page of a billion rows, or from another list's cursor",
    tests: [
      [SOCKETS, "of %d items is bounded or refused"],
      [SOCKETS, "with another list's cursor is refused"],
    ],
  },
  {
    number: 69,
    attack: "use in the past or in the future",
    tests: [[FIELDS, "a use in the past"]],
  },
  {
    number: 70,
    attack: "finding accounts by answers, or by their time",
    tests: [
      [IDENTITIES, "gets the same answer for a wrong password and for an unknown name"],
      ["tests/convex/accounts/hashing.test.ts", "costs as much to check"],
      ["tests/convex/accounts/model.test.ts", "are hashed, for an unknown name as well"],
      [SERVERS, "is answered like a missing one: an entity"],
      [SERVERS, "is answered like a missing one: the referral code %s"],
    ],
  },
  {
    number: 71,
    attack: "what operators do, by someone without the role, or in another's name",
    tests: [
      [OPERATORS, "is refused to visitors and to members, whatever they ask for"],
      [OPERATORS, "is worth nothing once the session has ended"],
      [OPERATORS, "with the name of the session and not of the call"],
    ],
  },
];

/** Attacks that every shop and picture site must expect, and the tests that prevent them. */
export const ROWS: readonly Row[] = [
  ...CALLS,
  ...SERVER,
  ...PEOPLE,
  ...PROCESSOR,
  ...BROWSER,
  ...FILES,
  ...LISTS,
];
