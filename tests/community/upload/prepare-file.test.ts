import { beforeEach, describe, expect, it, vi } from "vitest";
import { ok } from "../../../packages/billing/src/contract/errors";
import { useProfileImage } from "../../../src/community/profile/use-profile-image";
import type { SendTask } from "../../../src/community/upload/send-file";
import type { ReadMedia } from "../../../src/community/upload/upload-item";
import { fileArgs, partsOf } from "../../../src/community/upload/upload-parts";
import { idOf } from "../cards";
import { fakeConvex, refusal } from "../fake-convex";
import { PNG } from "./upload-samples";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
const page = vi.hoisted(() => ({ media: null as ReadMedia | null, send: vi.fn() }));
vi.mock("../../../src/community/upload/read-file", () => ({
  readFile: () => Promise.resolve({ data: page.media, error: null }),
  readWithoutPlace: () => Promise.resolve(new Blob(["bare"])),
}));
vi.mock("../../../src/community/upload/send-file", async (original) => ({
  ...(await original<object>()),
  sendFile: page.send,
}));

const revoked = vi.fn();
const PREVIEW = new Blob(["preview"], { type: "image/jpeg" });
const POSTER = new Blob(["small"], { type: "image/webp" });
const put = async () => await useProfileImage("avatar").put(new File(["whole file"], "me.png"));
const sent = () => page.send.mock.calls.map(([task]: SendTask[]) => [task?.type, task?.file.size]);

beforeEach(() => {
  page.media = PNG;
  page.send.mockReset().mockResolvedValueOnce("first").mockResolvedValueOnce("second");
  revoked.mockReset();
  Object.assign(URL, { revokeObjectURL: revoked });
  fakeConvex.reset({
    "uploads/functions:begin": ok({ uploadUrl: "https://send" }),
    "uploads/functions:prepare": ok({ storageId: idOf("judged"), mediaType: "image/png" }),
    "profiles/functions:setProfileImage": ok(null),
  });
});

describe("a profile image", () => {
  it("is returned as inspected, with its poster, and its object URL is revoked", async () => {
    page.media = { ...PNG, poster: POSTER, thumbhash: "blur" };
    expect((await put()).error).toBeNull();
    expect(sent()).toEqual([
      ["image/png", 10],
      ["image/webp", 5],
    ]);
    expect(fakeConvex.calls).toEqual([
      ["uploads/functions:begin", { mediaType: "image/png", bytes: 10 }],
      ["uploads/functions:begin", { mediaType: "image/webp", bytes: 5 }],
      ["uploads/functions:prepare", { storageId: "first", thumbhash: "blur", poster: "second" }],
      ["profiles/functions:setProfileImage", { kind: "avatar", storageId: "judged" }],
    ]);
    expect(revoked.mock.calls).toEqual([["blob:png"]]);
  });

  it("has its location removed", async () => {
    page.media = { ...PNG, hasPlace: true };
    await put();
    expect(sent()).toEqual([["image/png", 4]]);
  });

  it("of a HEIC is converted to a common type", async () => {
    page.media = { ...PNG, type: "image/heic", preview: PREVIEW };
    await put();
    expect(sent()).toEqual([["image/jpeg", 7]]);
  });

  it.each([
    ["uploads/functions:begin", ["uploads/functions:begin"]],
    ["uploads/functions:prepare", ["uploads/functions:begin", "uploads/functions:prepare"]],
    [
      "profiles/functions:setProfileImage",
      [
        "uploads/functions:begin",
        "uploads/functions:prepare",
        "profiles/functions:setProfileImage",
      ],
    ],
  ] as const)("is unchanged after a refusal of %s, which says why", async (name, called) => {
    fakeConvex.answers[name] = refusal("rate_limited", "Too many");
    expect((await put()).error?.message).toBe("Too many");
    expect(fakeConvex.calls.map(([asked]) => asked)).toEqual(called);
  });
});

describe("the parts of a file", () => {
  it("are the file and its renditions, each with its type", () => {
    const original = new Blob(["o"]);
    const media = { ...PNG, preview: PREVIEW, poster: POSTER };
    expect(partsOf(original, media)).toEqual([
      { name: "original", blob: original, type: "image/png" },
      { name: "preview", blob: PREVIEW, type: "image/jpeg" },
      { name: "poster", blob: POSTER, type: "image/webp" },
    ]);
    const odd = new Blob(["x"], { type: "image/bmp" });
    expect(partsOf(original, { ...PNG, preview: odd })).toHaveLength(1);
  });

  it("are sent under their storage ids, without missing ones", () => {
    const [original, preview, poster] = [
      idOf<"_storage">("o"),
      idOf<"_storage">("v"),
      idOf<"_storage">("p"),
    ];
    expect(fileArgs({ original }, PNG)).toEqual({ storageId: "o" });
    expect(fileArgs({ original, preview, poster }, { ...PNG, thumbhash: "t" })).toEqual({
      ...{ storageId: "o", preview: "v", poster: "p", thumbhash: "t" },
    });
    expect(() => fileArgs({ preview }, PNG)).toThrow("without the original");
  });
});
