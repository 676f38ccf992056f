import { describe, expect, it } from "vitest";
import { decideChange, refuseUnchanged } from "../../../src/component/rules/plans/decideChange";
import type { ChangeRequest } from "../../../src/component/rules/plans/decideChange";
import type { CatalogueProduct, Subscription } from "../../../src/component/rules/model";
import {
  BOOST_PACK,
  CREATOR,
  FEATURES,
  FREE,
  subscriptions,
  PREPAID_CREDITS,
  price,
  PRO,
  product,
  STORAGE_PLUS,
} from "../fixtures";

const NOW = 1_000;
const PLAIN = product("plain", [price(9, "month")]);
const NEWER = { ...PLAIN, version: 2 };
const TEAM = product("team", [
  price(9, "month"),
  PREPAID_CREDITS,
  { feature_id: "seats", interval: "month", price: 9, usage_model: "prepaid" },
]);
/** A plan with initial credits, paid once. */
const STARTER = product("starter", [
  price(9, "month"),
  { feature_id: "credits", price: 4, usage_model: "prepaid", billing_units: 100 },
]);
const canceled = { canceled_at: 1, ended_at: 9_000 };
const scheduled = { status: "scheduled" as const, starts_at: 9_000 };
const threePacks = [{ feature_id: "credits", quantity: 300 }];
const trialing = { trial_ends_at: NOW + 1 };

const ask = (target: CatalogueProduct, rows: Subscription[], over: Partial<ChangeRequest> = {}) =>
  decideChange({
    target,
    subscriptions: rows,
    entityId: null,
    options: [],
    features: FEATURES,
    now: NOW,
    preview: false,
    ...over,
  });

const wanting = (quantity: number) => ({ options: [{ feature_id: "credits", quantity }] });

describe("decideChange", () => {
  it.each<[string, CatalogueProduct, Subscription[], Partial<ChangeRequest>, string]>([
    ["a one-off, with any subscription", BOOST_PACK, [subscriptions(BOOST_PACK)], {}, "one_off"],
    ["a plan without a subscription", CREATOR, [], {}, "new"],
    ["a plan over a free one", CREATOR, [subscriptions(FREE)], {}, "replace_free"],
    ["a plan over a cheaper one", PRO, [subscriptions(CREATOR)], {}, "upgrade"],
    ["a plan over one on trial", PRO, [subscriptions(CREATOR, trialing)], {}, "replace_trial"],
    [
      "a plan over one whose trial ends now",
      PRO,
      [subscriptions(CREATOR, { trial_ends_at: NOW })],
      {},
      "upgrade",
    ],
    [
      "a plan over a trial that shares its cycle",
      PRO,
      [subscriptions(CREATOR, trialing), subscriptions(STORAGE_PLUS)],
      {},
      "upgrade",
    ],
    [
      "a plan over a trial beside another cycle",
      PRO,
      [subscriptions(CREATOR, trialing), subscriptions(STORAGE_PLUS, { anchor: 5 })],
      {},
      "replace_trial",
    ],
    [
      "a plan over a trial beside a one-time purchase",
      PRO,
      [subscriptions(CREATOR, trialing), subscriptions(BOOST_PACK)],
      {},
      "replace_trial",
    ],
    ["a cheaper plan", CREATOR, [subscriptions(PRO)], {}, "downgrade"],
    ["free over paid", FREE, [subscriptions(PRO)], {}, "downgrade"],
    ["a cheaper plan over a trial", CREATOR, [subscriptions(PRO, trialing)], {}, "downgrade"],
    ["a first add-on", STORAGE_PLUS, [subscriptions(PRO)], {}, "add_on"],
    ["the same add-on again", STORAGE_PLUS, [subscriptions(STORAGE_PLUS)], {}, "add_on_again"],
    [
      "the same add-on again, while a plan is scheduled",
      STORAGE_PLUS,
      [
        subscriptions(PRO, canceled),
        subscriptions({ ...PLAIN, group: STORAGE_PLUS.group }, scheduled),
        subscriptions(STORAGE_PLUS),
      ],
      {},
      "add_on_again",
    ],
    ["a canceled add-on", STORAGE_PLUS, [subscriptions(STORAGE_PLUS, canceled)], {}, "renew"],
    ["a canceled plan", PRO, [subscriptions(PRO, canceled)], {}, "renew"],
    [
      "a plan with a successor",
      PRO,
      [subscriptions(PRO, canceled), subscriptions(CREATOR, scheduled)],
      {},
      "renew",
    ],
    ["a plan already attached", PLAIN, [subscriptions(PLAIN)], {}, "already_active"],
    [
      "the scheduled plan again",
      CREATOR,
      [subscriptions(PRO, canceled), subscriptions(CREATOR, scheduled)],
      {},
      "already_scheduled",
    ],
    ["a newer version of a plan", NEWER, [subscriptions(PLAIN)], {}, "new_version"],
    ["a newer version of a canceled plan", NEWER, [subscriptions(PLAIN, canceled)], {}, "renew"],
    [
      "a newer version of a plan with a successor",
      NEWER,
      [subscriptions(PLAIN), subscriptions(FREE, scheduled)],
      {},
      "renew",
    ],
    [
      "one of two copies of an add-on, the other being canceled",
      STORAGE_PLUS,
      [subscriptions(STORAGE_PLUS), subscriptions(STORAGE_PLUS, canceled)],
      {},
      "renew",
    ],
    ["another quantity", CREATOR, [subscriptions(CREATOR)], wanting(300), "quantity"],
    [
      "another quantity of an older version",
      { ...CREATOR, version: 2 },
      [subscriptions(CREATOR)],
      wanting(300),
      "quantity",
    ],
    [
      "the quantity that the next cycle starts with",
      CREATOR,
      [
        subscriptions(CREATOR, {
          options: [{ feature_id: "credits", quantity: 500, upcoming_quantity: 300 }],
        }),
      ],
      wanting(300),
      "already_active",
    ],
    [
      "the present quantity while another is scheduled",
      CREATOR,
      [
        subscriptions(CREATOR, {
          options: [{ feature_id: "credits", quantity: 300, upcoming_quantity: 100 }],
        }),
      ],
      wanting(300),
      "quantity",
    ],
    [
      "the same quantity",
      CREATOR,
      [subscriptions(CREATOR, { options: threePacks })],
      wanting(300),
      "already_active",
    ],
    [
      "a quantity inside the same pack",
      CREATOR,
      [subscriptions(CREATOR, { options: threePacks })],
      wanting(201),
      "already_active",
    ],
    [
      "one unit past the pack",
      CREATOR,
      [subscriptions(CREATOR, { options: threePacks })],
      wanting(301),
      "quantity",
    ],
    [
      "another quantity while canceled",
      CREATOR,
      [subscriptions(CREATOR, canceled)],
      wanting(300),
      "quantity_and_renew",
    ],
    ["a plan of another entity", PRO, [subscriptions(PRO, { entity_id: "e" })], {}, "new"],
    [
      "another quantity of the second of two features",
      TEAM,
      [subscriptions(TEAM, { options: [...threePacks, { feature_id: "seats", quantity: 2 }] })],
      { options: [{ feature_id: "seats", quantity: 4 }] },
      "quantity",
    ],
    [
      "the quantities of both, in another order",
      TEAM,
      [subscriptions(TEAM, { options: [...threePacks, { feature_id: "seats", quantity: 2 }] })],
      { options: [{ feature_id: "seats", quantity: 2 }, ...wanting(300).options] },
      "already_active",
    ],
    [
      "units that were bought once with the plan",
      STARTER,
      [subscriptions(STARTER, { options: threePacks })],
      wanting(500),
      "already_active",
    ],
  ])("attaches %s", (_what, target, rows, over, expected) => {
    expect(ask(target, rows, over).kind).toBe(expected);
  });

  it.each<[string, CatalogueProduct, Subscription[], string]>([
    ["a plan already attached", PLAIN, [subscriptions(PLAIN)], "already_active"],
    ["a plan whose quantity can change", CREATOR, [subscriptions(CREATOR)], "quantity"],
    ["a canceled one of those", CREATOR, [subscriptions(CREATOR, canceled)], "renew"],
    [
      "a plan with units that were bought once",
      STARTER,
      [subscriptions(STARTER)],
      "already_active",
    ],
    [
      "the scheduled plan",
      CREATOR,
      [subscriptions(PRO, canceled), subscriptions(CREATOR, scheduled)],
      "already_scheduled",
    ],
  ])("previews %s", (_what, target, rows, expected) => {
    expect(ask(target, rows, { preview: true }).kind).toBe(expected);
  });

  it.each([
    ["Plain is already attached", PLAIN, [subscriptions(PLAIN)]],
    [
      "Creator is already scheduled",
      CREATOR,
      [subscriptions(PRO, canceled), subscriptions(CREATOR, scheduled)],
    ],
  ])("refuses in words: %s", (message, target, rows) => {
    const refused = (preview: boolean) =>
      refuseUnchanged(ask(target, rows, { preview }), { target, preview });
    expect(refused(false)).toEqual({ code: "product_already_attached", message });
    expect(refused(true)).toBeNull();
  });

  it("stays on the subscription's version when the cancellation is undone", () => {
    const old = subscriptions(CREATOR, canceled);
    const decision = ask({ ...CREATOR, version: 2 }, [old]);
    expect(decision).toMatchObject({ kind: "renew", target: { version: 1 }, owned: old });
  });

  it("moves to the newest version, and stays on the present one when only packs change", () => {
    expect(ask(NEWER, [subscriptions(PLAIN)])).toMatchObject({ target: { version: 2 } });
    const newer = { ...CREATOR, version: 2 };
    expect(ask(newer, [subscriptions(CREATOR)], wanting(300))).toMatchObject({
      target: { version: 1 },
    });
  });

  it("sells the newest version of an add-on that is bought again", () => {
    const decision = ask({ ...STORAGE_PLUS, version: 2 }, [subscriptions(STORAGE_PLUS)]);
    expect(decision).toMatchObject({ kind: "add_on_again", target: { version: 2 } });
  });

  it("returns the present, the same and the scheduled subscription", () => {
    const [main, next] = [subscriptions(PRO, canceled), subscriptions(CREATOR, scheduled)];
    expect(ask(FREE, [main, next])).toMatchObject({ main, owned: null, scheduled: next });
  });
});
