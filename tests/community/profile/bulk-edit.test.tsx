import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { BULK_EDIT_WORKS } from "../../../convex/contract/works";
import { ok } from "../../../packages/billing/src/contract/errors";
import { changesOf, NO_CHANGES } from "../../../src/community/profile/bulk-changes";
import type { BulkForm } from "../../../src/community/profile/bulk-changes";
import { SelectWorks } from "../../../src/community/profile/select-works";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { cardOf } from "../cards";
import { fakeConvex } from "../fake-convex";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const pick = async (...titles: string[]) => {
  for (const name of titles) await userEvent.click(screen.getByRole("checkbox", { name }));
};
const choose = (label: string, option: string) =>
  userEvent.selectOptions(screen.getByRole("combobox", { name: label }), option);
const pickedTitles = () =>
  screen
    .getAllByRole<HTMLInputElement>("checkbox")
    .filter(({ checked }) => checked)
    .map(({ labels }) => labels?.[0]?.textContent);

async function open(...titles: string[]) {
  const page = (left: readonly string[]) => (
    <SelectWorks works={left.map((title) => cardOf(title))} onMore={null}>
      <p>The grid</p>
    </SelectWorks>
  );
  const { rerender } = render(page(titles));
  await press("Change several works");
  await screen.findByRole("combobox", { name: "Licence" });
  return { show: (...left: string[]) => rerender(page(left)) };
}

beforeEach(() => fakeConvex.reset({ "artworks/bulkEdit:apply": ok([]) }));

describe("changes of several works", () => {
  it.each<[Partial<BulkForm>, ReturnType<typeof changesOf>]>([
    [{}, null],
    [{ addTags: " , " }, null],
    [{ addTags: "sea, ink" }, { addTags: ["sea", " ink"] }],
    [{ removeTags: "sea" }, { removeTags: ["sea"] }],
    [
      { licence: "cc0", state: "draft" },
      { licence: "cc0", state: "draft" },
    ],
  ])("are what the form says, and nothing else: %o", (form, changes) => {
    expect(changesOf({ ...NO_CHANGES, ...form })).toEqual(changes);
  });

  it("are sent together, and each refused work says why and stays selected", async () => {
    const { show } = await open("Owls", "Luna", "Swell");
    expect(screen.queryByText("The grid")).toBeNull();
    await pick("Owls", "Luna");
    await userEvent.type(screen.getByRole("textbox", { name: "Add tags" }), "night");
    await choose("Who sees it", "Everyone");
    const [owls, luna] = [cardOf("Owls").id, cardOf("Luna").id];
    const error = { code: "insufficient_balance", message: "No uploads left" };
    fakeConvex.answers["artworks/bulkEdit:apply"] = ok([
      { id: owls, error: null },
      { id: luna, error },
    ]);
    await press("Change 2 works");
    expect(fakeConvex.argsOf("artworks/bulkEdit:apply")).toEqual([
      { ids: [owls, luna], changes: { addTags: ["night"], state: "published" } },
    ]);
    expect(await screen.findByText("1 work is changed.")).toBeTruthy();
    expect(screen.getByText("No uploads left", { exact: false }).textContent).toBe(
      "Luna No uploads left",
    );
    expect(pickedTitles()).toEqual(["Luna"]);
    await expectAccessible();
    show();
    expect(screen.getByText("1 work is changed.")).toBeTruthy();
    await press("Done");
    expect(screen.getByText("The grid")).toBeTruthy();
  });

  it("need a work and a change", async () => {
    await open("Owls");
    const isOff = (name: string) =>
      screen.getByRole("button", { name }).getAttribute("aria-disabled");
    expect(isOff("Change 0 works")).toBe("true");
    await pick("Owls");
    expect(isOff("Change 1 work")).toBe("true");
    await press("Change 1 work");
    await choose("Licence", "CC BY 4.0");
    expect(isOff("Change 1 work")).not.toBe("true");
    expect(fakeConvex.calls).toEqual([]);
  });

  it("are for as many works as the server takes", async () => {
    const titles = Array.from({ length: BULK_EDIT_WORKS + 1 }, (_, n) => `Study ${n}`);
    await open(...titles);
    await pick(...titles.slice(1));
    const first = screen.getByRole<HTMLInputElement>("checkbox", { name: "Study 0" });
    expect([first.disabled, pickedTitles().length]).toEqual([true, BULK_EDIT_WORKS]);
    expect(screen.getByText("20 selected, the most at once")).toBeTruthy();
    await pick("Study 1");
    expect(first.disabled).toBe(false);
  });
});
