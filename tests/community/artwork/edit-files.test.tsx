import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { EditFilesDialog } from "../../../src/community/artwork/edit-files-dialog";
import type { Detail } from "../../../src/community/artwork/artwork-copy";
import { ok } from "../../../packages/billing/src/contract/errors";
import { cardOf, idOf } from "../cards";
import { fakeConvex, refusal } from "../fake-convex";
import { PNG } from "../upload/upload-samples";
import { DETAIL, FILE } from "./artwork-site";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../packages/billing/src/react", () => ({
  createBillingHooks: () => ({}),
  createBillingDialogs: () => ({
    PaywallDialog: ({ featureId, onUnlocked }: { featureId: string; onUnlocked: () => void }) => (
      <button onClick={onUnlocked}>Paywall for {featureId}</button>
    ),
  }),
}));
vi.mock("../../../src/community/upload/read-file", () => ({
  readFile: ({ name }: File) =>
    Promise.resolve(
      name === "letter.png"
        ? { data: null, error: { code: "unsupported_media", message: "No picture" } }
        : { data: PNG, error: null },
    ),
}));
const { sendFile, showToast } = vi.hoisted(() => ({ sendFile: vi.fn(), showToast: vi.fn() }));
vi.mock("../../../src/community/upload/send-file", () => ({ sendFile, TooSlow: Error }));
vi.mock("../../../src/shared/toasts", () => ({ showToast }));

const fileOf = (id: string, caption = "") => ({ ...FILE, id: idOf<"workFiles">(id), caption });
const detail: Detail = {
  ...DETAIL,
  pages: [fileOf("p1", "Left"), fileOf("p2", "Right")],
  replaced: [fileOf("old")],
};

const part = (name: string) => within(screen.getByRole("region", { name }));
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const changes = () => fakeConvex.calls.filter(([name]) => !name.startsWith("uploads/"));
async function choose(label: string, ...names: string[]) {
  const input = screen.getByLabelText(`${label}, files`, { selector: "input" });
  await userEvent.upload(
    input,
    names.map((name) => new File(["x"], name, { type: "image/png" })),
  );
  await settled();
}
/** Files are read, sent and published sequentially, so this waits until none is in progress. */
const settled = async () =>
  await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());

const onClose = vi.fn();

beforeEach(() => {
  sendFile.mockReset().mockResolvedValue("file1");
  onClose.mockReset();
  showToast.mockReset();
  vi.stubGlobal("URL", Object.assign(URL, { revokeObjectURL: () => undefined }));
  fakeConvex.reset({
    "files/functions:fits": ok(null),
    "uploads/functions:begin": ok({ uploadUrl: "https://send" }),
    "uploads/functions:prepare": ok({ storageId: idOf("file1"), mediaType: "image/png" }),
    "artworks/functions:replaceFile": ok(null),
    "files/functions:add": ok({ id: idOf("added") }),
    "files/functions:setCaption": ok(null),
    "files/functions:reorder": ok(null),
    "files/functions:remove": ok(null),
  });
  render(<EditFilesDialog artwork={cardOf("Swell")} detail={detail} onClose={onClose} />);
});

describe("EditFilesDialog", () => {
  it("replaces the picture, and says that the old one stays", async () => {
    expect(part("Main picture").getByText(/only you see it/)).toBeTruthy();
    await choose("Replace it", "new.png");
    expect(changes()).toEqual([
      ["artworks/functions:replaceFile", { id: "swell", storageId: "file1" }],
    ]);
  });

  it("adds pictures and steps, each after the last", async () => {
    await choose("Add pictures", "a.png", "b.png");
    await choose("Add steps", "c.png");
    const args = { artworkId: "swell", storageId: "file1", caption: "" };
    expect(changes()).toEqual([
      ["files/functions:add", { ...args, role: "page" }],
      ["files/functions:add", { ...args, role: "page" }],
      ["files/functions:add", { ...args, role: "step" }],
    ]);
  });

  it("adds the others when one fails, and names it", async () => {
    await choose("Add pictures", "a.png", "letter.png", "b.png");
    expect(changes()).toHaveLength(2);
    const news = { title: "letter.png: No picture" };
    expect(showToast.mock.calls).toEqual([["error", news]]);
  });

  it("adds no more than the limit, and says so", async () => {
    await choose("Add pictures", ...Array.from({ length: 8 }, (_, at) => `${at}.png`));
    expect(changes()).toHaveLength(7);
    expect(showToast).toHaveBeenCalledTimes(1);
  });

  it("keeps typed text when it is closed by a key", async () => {
    const words = screen.getByRole("textbox", { name: "Picture 1: Alt text" });
    await userEvent.type(words, " wing{Escape}");
    expect(changes()).toEqual([["files/functions:setCaption", { id: "p1", caption: "Left wing" }]]);
    expect(onClose).toHaveBeenCalled();
  });

  it("moves, describes and deletes", async () => {
    await press("Move Picture 1 down");
    const words = screen.getByRole("textbox", { name: "Picture 2: Alt text" });
    await userEvent.type(words, " wing");
    await userEvent.tab();
    await press("Delete Picture 1");
    const order = { artworkId: "swell", role: "page", ids: ["p2", "p1"] };
    expect(changes()).toEqual([
      ["files/functions:reorder", order],
      ["files/functions:setCaption", { id: "p2", caption: "Right wing" }],
      ["files/functions:remove", { id: "p1" }],
    ]);
  });

  it("offers the original as a download until it is deleted", async () => {
    const before = part("Earlier versions");
    const original = before.getByRole("link", { name: "Download" });
    expect(original.getAttribute("href")).toBe(FILE.url);
    await userEvent.click(before.getByRole("button", { name: "Delete" }));
    expect(changes()).toEqual([["files/functions:remove", { id: "old" }]]);
  });

  it.each([
    ["storage_full", "storage_gb"],
    ["hd_only", "hd_upload"],
  ])("answers %s with the paywall of %s before it sends the file", async (code, featureId) => {
    fakeConvex.answers["files/functions:fits"] = refusal(code, "Not on this plan");
    await choose("Replace it", "new.png");
    const unlock = await screen.findByText(`Paywall for ${featureId}`);
    expect([fakeConvex.calls.length, sendFile.mock.calls.length]).toEqual([0, 0]);
    fakeConvex.answers["files/functions:fits"] = ok(null);
    await userEvent.click(unlock);
    await settled();
    expect([changes().length, sendFile.mock.calls.length]).toEqual([1, 1]);
  });

  it("does not send the file again when the plan denies it afterwards", async () => {
    fakeConvex.answers["artworks/functions:replaceFile"] = refusal(
      "storage_full",
      "Not on this plan",
    );
    await choose("Replace it", "new.png");
    const unlock = await screen.findByText("Paywall for storage_gb");
    fakeConvex.answers["artworks/functions:replaceFile"] = ok(null);
    await userEvent.click(unlock);
    await settled();
    expect([changes().length, sendFile.mock.calls.length]).toEqual([2, 1]);
  });
});
