import { describe, expect, it } from "vitest";
import { CHANGES } from "../../src/component/rules/changes";
import type { ChangeKind, ChangeRow } from "../../src/component/rules/changes";

const KINDS = Object.entries(CHANGES) as [ChangeKind, ChangeRow][];
const kindsWhere = (is: (row: ChangeRow) => boolean) =>
  KINDS.flatMap(([kind, row]) => (is(row) ? [kind] : []));

describe("the table of changes", () => {
  it.each<[string, (row: ChangeRow) => boolean, ChangeKind[]]>([
    [
      "credit nothing, and charge",
      (row) => row.charges !== "nothing" && row.credits === "nothing",
      ["one_off", "add_on", "add_on_again", "new", "replace_free"],
    ],
    ["speak of proration", (row) => row.prorates, ["upgrade", "quantity", "quantity_and_renew"]],
    [
      "are refused by attach",
      (row) => row.outcome === null,
      ["one_off_owned", "already_active", "already_scheduled"],
    ],
    ["may be put off", (row) => row.mayWait, ["downgrade", "quantity", "quantity_and_renew"]],
    ["make waiting lines due", (row) => row.waitingLines === "due", ["replace_trial", "upgrade"]],
    [
      "are written as updates",
      (row) => row.reason === "subscription_update",
      ["upgrade", "quantity", "quantity_and_renew"],
    ],
  ])("says which kinds %s", (_what, is, kinds) => {
    expect(kindsWhere(is)).toEqual(kinds);
  });

  it("charges, credits and bills use only where something is stored", () => {
    const idle = kindsWhere(({ effect }) => effect === "none");
    expect(idle).toEqual(kindsWhere(({ refused }) => refused !== "never"));
    for (const kind of idle) {
      expect(CHANGES[kind]).toMatchObject({ charges: "nothing", card: "never", adds: false });
    }
  });

  it("counts kinds that look alike to a buyer as one", () => {
    expect(KINDS.filter(([kind, { shownAs }]) => shownAs !== kind).map(([kind]) => kind)).toEqual([
      "add_on_again",
      "quantity_and_renew",
    ]);
  });
});
