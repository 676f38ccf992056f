import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sources } from "../texts";
import { NOT_FOUND, ROUTES } from "../../src/app/routes";
import { DIALOGS, SCREENS } from "../e2e/screens";

/** Dialogs of the billing client that this site does not open. */
const OF_OTHER_HOSTS = ["plan-change-dialog", "seat-removal"];

function textsIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

/** The slots of dialogs: the first of each `<Dialog`. */
function dialogSlots(): string[] {
  const found = sources(/\.tsx$/).flatMap(([, text]) => [
    ...text.matchAll(/<Dialog\s+slot="([\w-]+)"/g),
  ]);
  return [...new Set(found.map(([, slot = ""]) => slot))].sort();
}

describe("the browser tests", () => {
  it("inspect a screen of every route, so that no new route is missed", () => {
    const routes = [...ROUTES, NOT_FOUND].map(({ path }) => path);
    const inspected = new Set(Object.values(SCREENS).filter((path) => path !== null));
    expect([...inspected].sort()).toEqual(routes.sort());
  });

  it("inspect every dialog that the site opens", () => {
    expect(dialogSlots().filter((slot) => !OF_OTHER_HOSTS.includes(slot))).toEqual([...DIALOGS]);
  });

  it("name each screen and dialog in the inspection", () => {
    const specs = textsIn("tests/e2e", ".spec.ts").join();
    const named = [...Object.keys(SCREENS), ...DIALOGS];
    expect(named.filter((name) => !specs.includes(`"${name}"`))).toEqual([]);
  });
});
