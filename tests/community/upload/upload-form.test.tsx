import { act, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useSyncExternalStore } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ok } from "../../../packages/billing/src/contract/errors";
import { PublishPanel } from "../../../src/community/upload/publish-panel";
import { UploadList } from "../../../src/community/upload/upload-list";
import { UploadRunner } from "../../../src/community/upload/upload-runner";
import type { UploadPorts } from "../../../src/community/upload/upload-runner";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { idOf } from "../cards";
import { fakeConvex } from "../fake-convex";
import { PNG } from "./upload-samples";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);

let made = 0;
const publish = vi.fn<UploadPorts["publish"]>(() =>
  Promise.resolve(ok({ artworkId: idOf("work") })),
);
const ports: UploadPorts = {
  newId: () => `id-${++made}`,
  read: () => Promise.resolve(ok(PNG)),
  sendsAhead: () => false,
  strip: (file) => Promise.resolve(file),
  reserve: () => Promise.resolve(ok(null)),
  release: () => Promise.resolve(),
  begin: () => Promise.resolve(ok({ uploadUrl: "https://send" })),
  send: () => Promise.resolve(idOf<"_storage">("stored")),
  forget: () => undefined,
  publish,
};

const COLLECTIONS = [{ id: idOf<"collections">("tides"), title: "Tides" }];

function Form({ runner }: { runner: UploadRunner }) {
  const queue = useSyncExternalStore(runner.subscribe, runner.read);
  return (
    <>
      <UploadList queue={queue} runner={runner} has={() => true} collections={COLLECTIONS} />
      <PublishPanel
        queue={queue}
        ownPage="/u/ines"
        uploads={null}
        onPublish={() => runner.dispatch({ type: "publishAll" })}
        onStudio={(studio) => runner.dispatch({ type: "paidBy", studio })}
      />
    </>
  );
}

const cards = () => screen.getAllByRole("listitem").map((card) => within(card));
const cardAt = (at: number) => {
  const card = cards()[at];
  if (!card) throw new Error(`There is no card ${at}`);
  return card;
};
const titles = () =>
  cards().map((card) => card.getByRole<HTMLInputElement>("textbox", { name: "Title" }).value);

async function openWith(...names: string[]) {
  const runner = new UploadRunner(ports);
  render(<Form runner={runner} />);
  act(() => runner.add(names.map((name) => new File(["x"], name))));
  await screen.findAllByText("Ready to publish.");
}

beforeEach(() => {
  publish.mockClear();
  window.history.replaceState(null, "", "/upload");
  fakeConvex.reset({ "studios/seatBalances:mine": [] });
});

describe("the upload form", () => {
  it("requires little, and has careful defaults for the rest", async () => {
    await openWith("a.png");
    await userEvent.click(cardAt(0).getByRole("button", { name: "More about it" }));
    const ticked = (name: string) =>
      cardAt(0).getByRole<HTMLInputElement>("checkbox", { name }).checked;
    expect(ticked("Ask AI companies not to train on it")).toBe(true);
    expect(ticked("Keep its GPS position, if it has one")).toBe(false);
    expect(
      screen.queryByRole("button", { name: "Apply all but the title to every file" }),
    ).toBeNull();
    expect(screen.queryByRole("combobox", { name: "Publish for" })).toBeNull();
    await expectAccessible();
  });

  it("applies shared metadata to all files, and publishes", async () => {
    await openWith("a.png", "b.png");
    const first = cardAt(0);
    await userEvent.selectOptions(
      first.getByRole("combobox", { name: "How it was made" }),
      "By hand",
    );
    await userEvent.selectOptions(first.getByRole("combobox", { name: "Collection" }), "Tides");
    await userEvent.click(first.getByRole("button", { name: "More about it" }));
    await userEvent.type(first.getByRole("textbox", { name: "Tags" }), "sea, fog");
    await userEvent.click(
      first.getByRole("button", { name: "Apply all but the title to every file" }),
    );
    expect(screen.queryByRole("link", { name: "See your page" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Publish 2 works" }));
    expect(await screen.findByText("2 of 2 done.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "See your page" })).toBeTruthy();
    for (const [item] of publish.mock.calls) {
      expect(item.metadata).toMatchObject({ tags: "sea, fog", madeHow: "by_hand", noAi: true });
      expect(item.collectionId).toBe("tides");
    }
  });

  it("leads on only when everything is published: works without a title stay", async () => {
    await openWith("a.png", "b.png");
    await userEvent.clear(cardAt(1).getByRole("textbox", { name: "Title" }));
    await userEvent.click(screen.getByRole("button", { name: "Publish 2 works" }));
    expect(await screen.findByText(/1 of 2 done/)).toBeTruthy();
    expect(screen.getByText(/Works without a title stay here/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Move a.png down" })).toBeNull();
    expect(screen.getByRole("button", { name: "Move b.png up" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "See your page" })).toBeNull();
  });

  it.each([
    ["Only you, as a draft", "Save 1 draft", "See the draft", "draft"],
    ["Only people with its link", "Share 1 work by link", "See it and share its link", "unlisted"],
    ["Everyone", "Publish 1 work", "See it live", "published"],
  ])("has one button, which follows who sees the work: %s", async (choice, button, link, state) => {
    await openWith("a.png");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Who sees it" }), choice);
    await userEvent.click(screen.getByRole("button", { name: button }));
    expect(await screen.findByRole("link", { name: link })).toBeTruthy();
    expect(publish.mock.lastCall?.[0].publishesAs).toBe(state);
  });

  it("sends each work as it was chosen, with the same button", async () => {
    await openWith("a.png", "b.png");
    const choice = cardAt(1).getByRole("combobox", { name: "Who sees it" });
    await userEvent.selectOptions(choice, "Only you, as a draft");
    await userEvent.click(screen.getByRole("button", { name: "Send 2 works as chosen" }));
    await screen.findByText("2 of 2 done.");
    const sent = publish.mock.calls.map(([{ name, publishesAs }]) => [name, publishesAs]);
    expect(sent).toEqual([
      ["a.png", "published"],
      ["b.png", "draft"],
    ]);
  });

  it("changes the order of files", async () => {
    await openWith("a.png", "b.png", "c.png");
    await userEvent.click(screen.getByRole("button", { name: "Move c.png up" }));
    expect(titles()).toEqual(["A", "C", "B"]);
    const up = screen.getByRole("button", { name: "Move a.png up" });
    expect(up.getAttribute("aria-disabled")).toBe("true");
  });

  it("makes one work of several pictures, in an order, and splits it again", async () => {
    await openWith("a.png", "b.png", "c.png");
    const join = () => screen.getByRole("button", { name: "Make one work" });
    const select = async (name: string) =>
      await userEvent.click(screen.getByRole("checkbox", { name: `Select ${name}` }));
    await select("a.png");
    expect(join().getAttribute("aria-disabled")).toBe("true");
    await select("c.png");
    await userEvent.click(join());
    expect(screen.getByText("2 pictures are one work now")).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("a.png");
    await userEvent.type(screen.getByRole("textbox", { name: "Alt text of c.png" }), "Behind");
    await userEvent.click(screen.getByRole("button", { name: "Move c.png up" }));
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Move c.png up");
    await expectAccessible();

    await userEvent.click(screen.getByRole("button", { name: "Split into 2 works" }));
    expect(document.activeElement?.textContent).toBe("c.png");
    await select("c.png");
    await select("a.png");
    await userEvent.click(join());
    await userEvent.click(screen.getByRole("button", { name: "Publish 2 works" }));
    expect(await screen.findByText("2 of 2 done.")).toBeTruthy();
    const works = publish.mock.calls.map(([first, pages]) =>
      [first, ...pages].map(({ name, alt }) => [name, alt]),
    );
    expect(works).toContainEqual([
      ["c.png", "Behind"],
      ["a.png", ""],
    ]);
  });

  it("publishes for the studio of the URL, if the artist has a seat there", async () => {
    window.history.replaceState(null, "", "/upload?studio=north");
    const seat = { slug: "north", name: "North Light", uploads: null, isOwn: false };
    fakeConvex.answers["studios/seatBalances:mine"] = [seat];
    await openWith("a.png");
    const choice = screen.getByRole<HTMLSelectElement>("combobox", { name: "Publish for" });
    expect(choice.value).toBe("north");
    await userEvent.selectOptions(choice, "Yourself");
    expect(choice.value).toBe("");
  });
});
