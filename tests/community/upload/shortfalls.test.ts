import { describe, expect, it } from "vitest";
import { shortfallsOf } from "../../../src/community/upload/shortfalls";
import type { Need, UploadItem } from "../../../src/community/upload/upload-item";
import { PNG, itemAt } from "./upload-samples";

const LARGE = { media: { ...PNG, width: 4097 } };
const READY = { status: "ready" } as const;
const file = (id: string, changes: Partial<UploadItem> = {}) => itemAt(READY, { id, ...changes });
/** A plan with this much of each feature. Each file has 1,000 bytes. */
const plan =
  (left: { uploads?: number; kilobytes?: number; isHd?: boolean }) =>
  (need: Need, required: number) =>
    ({
      uploads: required <= (left.uploads ?? 10),
      storage_gb: required <= (left.kilobytes ?? 10) / 1_000_000,
      hd_upload: left.isHd === true,
    })[need];

describe("shortfallsOf", () => {
  it.each<[string, Parameters<typeof plan>[0], UploadItem[], [string, Need][]]>([
    ["nothing", {}, [file("a"), file("b")], []],
    ["the last uploads", { uploads: 1 }, [file("a"), file("b")], [["b", "uploads"]]],
    ["no upload for a draft", { uploads: 1 }, [file("a", { publishesAs: "draft" }), file("b")], []],
    ["no upload for a page", { uploads: 1 }, [file("a"), file("b", { pageOf: "a" })], []],
    ["no upload for a published work", { uploads: 1 }, [published(), file("b")], []],
    ["storage", { kilobytes: 1 }, [file("a"), file("b")], [["b", "storage_gb"]]],
    [
      "storage for a page",
      { kilobytes: 1 },
      [file("a"), file("b", { pageOf: "a" })],
      [["b", "storage_gb"]],
    ],
    ["4K", {}, [file("a", LARGE), file("b")], [["a", "hd_upload"]]],
    ["nothing where 4K is included", { isHd: true }, [file("a", LARGE)], []],
  ])("says that a plan lacks %s", (_, left, items, lacking) => {
    expect([...shortfallsOf(items, plan(left))]).toEqual(lacking);
  });
});

function published() {
  return itemAt({ status: "published", artworkId: "work" as never }, { id: "a" });
}
