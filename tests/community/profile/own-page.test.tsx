import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { OwnActions } from "../../../src/community/profile/own-actions";
import type { Artist } from "../../../src/community/profile/profile-data";
import { fail, ok } from "../../../packages/billing/src/contract/errors";
import { AVATAR_MAX_BYTES } from "../../../convex/contract/portraits";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { deferred } from "../../../packages/billing/tests/react/fake-transport";
import { renderAt } from "../../app/fake-identity";
import { cardOf, idOf } from "../cards";
import { fakeConvex } from "../fake-convex";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
const media = vi.hoisted(() => ({ type: "image/png", thumbnailUrl: null as string | null }));
const PART = { x: 3, y: 4, width: 20, height: 20 };
// Without a layout nothing can be dragged, so the initial crop is chosen.
vi.mock("react-easy-crop", () => ({
  default: (props: { onCropAreaChange: (share: null, pixels: typeof PART) => void }) => (
    <button type="button" onClick={() => props.onCropAreaChange(null, PART)}>
      Drag
    </button>
  ),
}));
const cutOut = vi.hoisted(() => vi.fn());
vi.mock("../../../src/community/upload/media/paint", () => ({ cutOut }));
vi.mock("../../../src/community/upload/read-file", () => ({
  readFile: () => {
    const bare = { thumbhash: null, preview: null, poster: null };
    const data = { ...media, width: 30, height: 40, ...bare, hasPlace: false };
    return Promise.resolve({ data, error: null });
  },
}));
const sendFile = vi.hoisted(() => vi.fn());
vi.mock("../../../src/community/upload/send-file", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  sendFile,
}));

const INES: Artist = {
  ...{ username: "ines.duarte", name: "Inês Duarte", bio: "", links: ["https://ines.art"] },
  ...{ avatarUrl: null, coverUrl: "https://files/cover", pinned: [cardOf("Owls")] },
  ...{ followers: 0, followed: 0, isMine: true, isSupporter: false },
  ...{ isFollowed: false, isBlocked: false, isMuted: false },
};
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const part = (name: string) => within(screen.getByRole("group", { name }));
const pictureOf = (bytes: number) => {
  const file = new File(["x"], "me.png", { type: "image/png" });
  Object.defineProperty(file, "size", { value: bytes });
  return file;
};
async function choose(label: string, bytes: number) {
  const input = part(label).getByLabelText(`${label}, file`, { selector: "input" });
  await userEvent.upload(input, pictureOf(bytes));
  // It is read, sent and published in sequence.
  await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
}

beforeEach(async () => {
  [media.type, media.thumbnailUrl] = ["image/png", null];
  cutOut.mockReset().mockResolvedValue(new Blob(["part"], { type: "image/webp" }));
  sendFile.mockReset().mockResolvedValue("file1");
  fakeConvex.reset({
    "artworks/functions:byProfile": [cardOf("Owls"), cardOf("Luna")],
    "uploads/functions:begin": ok({ uploadUrl: "https://send" }),
    "uploads/functions:prepare": ok({ storageId: idOf("file1"), mediaType: "image/png" }),
    "profiles/functions:edit": ok(null),
    "profiles/functions:setProfileImage": ok(null),
    "profiles/functions:pin": ok(null),
  });
  render(<OwnActions artist={INES} />);
  await Promise.resolve();
});

describe("the address of the edit dialog", () => {
  it("opens the dialog, and is left when the dialog closes", async () => {
    cleanup();
    const { location } = renderAt("/u/ines.duarte?edit", <OwnActions artist={INES} />);
    expect(screen.getByRole("dialog", { name: "Edit your page" })).toBeTruthy();
    await press("Cancel");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(location.history.at(-1)).toBe("/u/ines.duarte");
  });
});

describe("the edit dialog", () => {
  beforeEach(() => press("Edit page"));

  it("saves texts and links without empty rows, and closes", async () => {
    await userEvent.type(screen.getByRole("textbox", { name: "About you" }), "I paint.");
    await userEvent.type(screen.getByRole("textbox", { name: "Links" }), "\n\nhttps://b.art ");
    await press("Save");
    expect(fakeConvex.calls).toEqual([
      [
        "profiles/functions:edit",
        { name: "Inês Duarte", bio: "I paint.", links: ["https://ines.art", "https://b.art"] },
      ],
    ]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("leaves what was typed and says what is wrong with it", async () => {
    fakeConvex.answers["profiles/functions:edit"] = fail("invalid_inputs", "That is no link");
    await userEvent.type(screen.getByRole("textbox", { name: "Links" }), "\nnonsense");
    await press("Save");
    expect(screen.getByText("That is no link")).toBeTruthy();
    const links = screen.getByRole("textbox", { name: "Links" });
    expect(links.getAttribute("aria-invalid")).toBe("true");
    await expectAccessible();
  });

  it("leaves what is typed while it is being saved, whatever the answer", async () => {
    const answer = deferred<ReturnType<typeof fail>>();
    fakeConvex.answers["profiles/functions:edit"] = () => answer.promise;
    await press("Save");
    const bio = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "About you" });
    await userEvent.type(bio, "Ink");
    answer.resolve(fail("invalid_inputs", "That is no link"));
    expect(await screen.findByText("That is no link")).toBeTruthy();
    expect(bio.value).toBe("Ink");
  });

  it("sends a picture of exactly 5 MB, has it inspected, and shows it", async () => {
    await choose("Your picture", AVATAR_MAX_BYTES);
    expect(fakeConvex.calls).toEqual([
      ["uploads/functions:begin", { mediaType: "image/png", bytes: AVATAR_MAX_BYTES }],
      ["uploads/functions:prepare", { storageId: "file1" }],
      ["profiles/functions:setProfileImage", { kind: "avatar", storageId: "file1" }],
    ]);
  });

  it("sends the part of a picture that its owner chooses", async () => {
    media.thumbnailUrl = "blob:seen";
    await choose("Your picture", 10);
    expect(fakeConvex.calls).toEqual([]);
    await userEvent.click(await screen.findByRole("button", { name: "Drag" }));
    await expectAccessible();
    await press("Use this part");
    await waitFor(() =>
      expect(fakeConvex.argsOf("profiles/functions:setProfileImage")).toHaveLength(1),
    );
    expect(cutOut).toHaveBeenCalledWith(expect.any(File), PART, 512);
    expect(fakeConvex.argsOf("uploads/functions:begin")).toEqual([
      { mediaType: "image/png", bytes: 4 },
    ]);
    expect(screen.queryByRole("button", { name: "Use this part" })).toBeNull();
  });

  it("sends nothing when the choice is canceled, and the whole of what moves", async () => {
    media.thumbnailUrl = "blob:seen";
    await choose("Cover", 10);
    await userEvent.click(await part("Cover").findByRole("button", { name: "Cancel" }));
    expect(part("Cover").getByRole("button", { name: "Replace" })).toBeTruthy();
    media.type = "image/gif";
    await choose("Cover", 10);
    expect(cutOut).not.toHaveBeenCalled();
    expect(fakeConvex.argsOf("uploads/functions:begin")).toEqual([
      { mediaType: "image/gif", bytes: 10 },
    ]);
  });

  it("does not send a larger one", async () => {
    await choose("Cover", AVATAR_MAX_BYTES + 1);
    expect(part("Cover").getByRole("alert").textContent).toMatch(/^Larger than 5 MB/);
    expect(fakeConvex.calls).toEqual([]);
  });

  it("refuses a video", async () => {
    media.type = "video/mp4";
    await choose("Cover", 10);
    expect(part("Cover").getByRole("alert").textContent).toMatch(/^Choose a picture/);
    expect(fakeConvex.calls).toEqual([]);
  });

  it("says that the old picture stays when the connection breaks", async () => {
    sendFile.mockRejectedValue(new Error("The connection broke"));
    await choose("Your picture", 10);
    expect(part("Your picture").getByRole("alert").textContent).toMatch(/is as it was/);
    expect(fakeConvex.calls.map(([name]) => name)).toEqual(["uploads/functions:begin"]);
  });

  it("removes a picture", async () => {
    await userEvent.click(part("Cover").getByRole("button", { name: "Remove" }));
    expect(fakeConvex.calls).toEqual([
      ["profiles/functions:setProfileImage", { kind: "cover", storageId: null }],
    ]);
    expect(part("Your picture").queryByRole("button", { name: "Remove" })).toBeNull();
  });
});

describe("the pin dialog", () => {
  it("pins and unpins", async () => {
    await press("Pin works");
    const rows = screen.getByRole("dialog").querySelectorAll("li img");
    expect([...rows].map((row) => row.getAttribute("src"))).toContain("https://files/Luna");
    await press("Pin Luna");
    await press("Unpin Owls");
    expect(fakeConvex.calls).toEqual([
      ["profiles/functions:pin", { artworkId: "luna", pinned: true }],
      ["profiles/functions:pin", { artworkId: "owls", pinned: false }],
    ]);
  });
});
