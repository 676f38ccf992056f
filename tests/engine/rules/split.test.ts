import { describe, expect, it } from "vitest";
import { splitUnit } from "../../../convex/engine/rules/split";
import { BOOST_PACK, bucket, FEATURES, held, PRINT_PACK } from "./catalogue";

const prints = (id: string, created_at: number) =>
  bucket({ id, feature_id: "prints", interval: null, granted: 5, created_at });

describe("splitUnit", () => {
  it("takes what the newest purchase granted, whole", () => {
    const row = held(PRINT_PACK, { quantity: 3 });
    const buckets = [prints("first", 1), prints("third", 3), prints("second", 2)];
    const { buckets: moved } = splitUnit(row, buckets, FEATURES);
    expect(moved.map(({ id }) => id)).toEqual(["third"]);
  });

  it("takes the packs of that purchase along", () => {
    const options = [{ feature_id: "credits", packs: 5 }];
    const row = held(BOOST_PACK, { quantity: 2, options });
    const credits = (id: string, created_at: number, granted: number) =>
      bucket({ id, feature_id: "credits", interval: null, prepaid: true, granted, created_at });
    const split = splitUnit(row, [credits("old", 1, 300), credits("new", 2, 200)], FEATURES);
    expect(split.moved).toEqual([{ feature_id: "credits", packs: 2 }]);
    expect(split.kept).toEqual([{ feature_id: "credits", packs: 3 }]);
  });

  it("moves nothing of what has expired since", () => {
    const split = splitUnit(held(PRINT_PACK, { quantity: 2 }), [], FEATURES);
    expect(split.buckets).toEqual([]);
  });
});
