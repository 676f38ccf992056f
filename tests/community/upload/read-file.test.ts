import { beforeEach, describe, expect, it, vi } from "vitest";
import { ok } from "../../../packages/billing/src/contract/errors";
import type { DynamicRange } from "../../../convex/contract/files/dynamicRange";
import type { Media } from "../../../convex/contract/files/media";
import { readFile, readWithoutPlace } from "../../../src/community/upload/read-file";
import { refusal } from "../fake-convex";

/** The results of the parts that need a real browser. */
const parts = vi.hoisted(() => ({
  inspect: vi.fn(),
  decodeHeic: vi.fn<(file: Blob) => Promise<Blob | null>>(),
  stillOf: vi.fn(),
  paint: vi.fn(),
  toJpeg: vi.fn(),
  stillFor: vi.fn(),
  rewrap: vi.fn(),
}));
vi.mock("../../../convex/contract/files/inspect", () => ({ inspectForStorage: parts.inspect }));
vi.mock("../../../src/community/upload/media/decode-heic", () => ({
  decodeHeic: parts.decodeHeic,
}));
vi.mock("../../../src/community/upload/media/film", () => ({ stillOf: parts.stillOf }));
vi.mock("../../../src/community/upload/media/rewrap", () => ({ rewrap: parts.rewrap }));
vi.mock("../../../src/community/upload/media/paint", () => ({
  paint: parts.paint,
  toJpeg: parts.toJpeg,
  stillFor: parts.stillFor,
  thumbhashOf: () => "blur",
}));

/** Which images this browser can decode, by the number of their object URL. */
const page = { decodes: (_at: number) => true, made: 0, revoked: [] as string[] };
const addressOf = (at: number) => `blob:${at}`;
const SIZE = { width: 900, height: 600 };
const POSTER = new Blob(["poster"], { type: "image/webp" });
const JPEG = new Blob(["jpeg"], { type: "image/jpeg" });
const MP4 = new Blob(["mp4"], { type: "video/mp4" });
const LIGHT = 150_000;

const fileOf = (bytes: number) => {
  const file = new File(["x"], "a", {});
  Object.defineProperty(file, "size", { value: bytes });
  return file;
};
const is = (type: Media["type"], dynamicRange: DynamicRange = "standard") =>
  parts.inspect.mockReturnValue(
    ok({ measured: { type, ...SIZE, dynamicRange }, pieces: [], position: null }),
  );
const onConvert = vi.fn();
const read = async (bytes = 10) => await readFile(fileOf(bytes), onConvert);

beforeEach(() => {
  for (const mock of Object.values(parts)) mock.mockReset();
  onConvert.mockReset();
  Object.assign(page, { decodes: () => true, made: 0, revoked: [] });
  parts.stillFor.mockResolvedValue(POSTER);
  parts.paint.mockReturnValue(document.createElement("canvas"));
  parts.toJpeg.mockResolvedValue(JPEG);
  Object.assign(URL, {
    createObjectURL: () => addressOf(++page.made),
    revokeObjectURL: (address: string) => void page.revoked.push(address),
  });
  vi.stubGlobal(
    "Image",
    class {
      src = "";
      naturalWidth = SIZE.width;
      naturalHeight = SIZE.height;
      decode() {
        return page.decodes(Number(this.src.slice(5)))
          ? Promise.resolve()
          : Promise.reject(new Error("can't"));
      }
    },
  );
});

describe("readFile", () => {
  it("refuses by the content, and reads no further", async () => {
    parts.inspect.mockReturnValue(refusal("too_large", "Larger than 10 MB."));
    expect(await read()).toMatchObject({ data: null, error: { code: "too_large" } });
    expect(page.made).toBe(0);
    expect(parts.inspect).toHaveBeenCalledWith(expect.any(Uint8Array), false, 10);
  });

  it("shows a common picture unchanged", async () => {
    is("image/png");
    expect(await read()).toEqual({
      data: {
        ...{ type: "image/png", ...SIZE, thumbnailUrl: "blob:1", thumbhash: "blur" },
        ...{ preview: null, poster: null, hasPlace: false, dynamicRange: "standard" },
      },
      error: null,
    });
    expect([onConvert.mock.calls, page.revoked]).toEqual([[], []]);
  });

  it.each([
    ["heavy and wide", LIGHT + 1, 801, 1],
    ["wide alone", LIGHT, 801, 0],
    ["heavy alone", LIGHT + 1, 800, 0],
  ])("creates a poster for one that is %s", async (_how, bytes, width, times) => {
    is("image/jpeg");
    vi.stubGlobal(
      "Image",
      class {
        src = "";
        naturalWidth = width;
        naturalHeight = 600;
        decode() {
          return Promise.resolve();
        }
      },
    );
    const { data } = await read(bytes);
    expect([parts.stillFor.mock.calls.length, data?.poster ?? null]).toEqual([
      ...[times, times === 1 ? POSTER : null],
    ]);
  });

  it.each([
    ["image/jpeg", true],
    ["image/png", false],
  ] as const)(
    "records for a poster of %s whether it may have transparency",
    async (type, isOpaque) => {
      is(type);
      await read(LIGHT + 1);
      expect(parts.stillFor).toHaveBeenCalledWith(expect.anything(), SIZE, isOpaque);
    },
  );

  it("accepts one that this browser cannot show, without a rendition", async () => {
    is("image/png");
    page.decodes = () => false;
    const { data } = await read();
    expect(data).toMatchObject({ ...SIZE, thumbnailUrl: null, poster: null, thumbhash: null });
    expect(page.revoked).toEqual(["blob:1"]);
  });

  it("creates a preview of a HEIC that this browser opens, and revokes the original's object URL", async () => {
    is("image/heic");
    const { data } = await read();
    expect(data).toMatchObject({ preview: JPEG, thumbnailUrl: "blob:2", type: "image/heic" });
    expect([parts.decodeHeic.mock.calls.length, page.revoked]).toEqual([0, ["blob:1"]]);
    expect(onConvert).toHaveBeenCalledTimes(1);
  });

  it("decodes one that this browser does not open", async () => {
    is("image/heic");
    page.decodes = (at) => at > 1;
    parts.decodeHeic.mockResolvedValue(JPEG);
    const { data } = await read();
    expect(data).toMatchObject({ preview: JPEG, thumbnailUrl: "blob:2" });
    parts.decodeHeic.mockResolvedValue(null);
    Object.assign(page, { made: 0 });
    expect((await read()).data).toMatchObject({ preview: null, thumbnailUrl: null });
    parts.decodeHeic.mockRejectedValue(new Error("No worker"));
    Object.assign(page, { made: 0 });
    expect((await read()).error).toBeNull();
  });

  it.each([
    ["opens", { width: 4, height: 3 }, "blob:1"],
    ["does not open", null, null],
  ])("reads the size of a video that a browser %s from its bytes", async (_how, seen, url) => {
    is("video/mp4");
    parts.stillOf.mockResolvedValue(seen && { size: seen, poster: POSTER, thumbhash: "blur" });
    const { data } = await read();
    expect(data).toMatchObject(SIZE);
    expect(data?.thumbnailUrl).toBe(url);
    expect(onConvert).not.toHaveBeenCalled();
  });

  it.each([
    ["fits", MP4, MP4],
    ["became too heavy", Object.defineProperty(new Blob(), "size", { value: 15_728_641 }), null],
    ["can't be made", null, null],
  ])(
    "shows, for a video that few browsers play, a preview that %s",
    async (_how, preview, shown) => {
      is("video/quicktime");
      parts.rewrap.mockResolvedValue(preview);
      parts.stillOf.mockResolvedValue(null);
      const { data } = await read();
      expect([data?.preview, data?.width]).toEqual([shown, SIZE.width]);
      expect(onConvert).toHaveBeenCalledTimes(1);
    },
  );

  it("sends a video that cannot be rewrapped as it is", async () => {
    is("video/x-matroska");
    parts.rewrap.mockRejectedValue(new Error("What is this?"));
    parts.stillOf.mockResolvedValue(null);
    expect((await read()).data).toMatchObject({ preview: null, ...SIZE });
  });

  it("records whether it contains a location, and its dynamic range", async () => {
    const measured = { type: "image/png", ...SIZE, dynamicRange: "high" };
    const position = { latitude: 37, longitude: -122 };
    parts.inspect.mockReturnValue(ok({ measured, pieces: [], position }));
    expect((await read()).data).toMatchObject({ hasPlace: true, dynamicRange: "high" });
  });
});

describe("readWithoutPlace", () => {
  it("returns what the server would store of a file, or the file itself if it is refused", async () => {
    const file = new Blob(["whole"], { type: "image/jpeg" });
    parts.inspect.mockReturnValue(refusal("unreadable_picture", "This picture is damaged."));
    expect(await readWithoutPlace(file, "image/jpeg")).toBe(file);
    const pieces = ["ba", "re"].map((text) => new TextEncoder().encode(text));
    parts.inspect.mockReturnValue(ok({ measured: { type: "image/jpeg" }, pieces, position: null }));
    const bare = await readWithoutPlace(file, "image/jpeg");
    expect([await bare.text(), bare.type]).toEqual(["bare", "image/jpeg"]);
  });
});
