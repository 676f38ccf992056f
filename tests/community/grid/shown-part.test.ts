import { describe, expect, it } from "vitest";
import { canBeCropped, cropOf, shapeOf } from "../../../src/community/grid/shown-part";
import { cardOf } from "../cards";

const FOCUS = { x: 0.25, y: 0.5 };

describe("the part of a picture that grids show", () => {
  it("is the whole of it, where its artist chose none", () => {
    const work = cardOf("Owls");
    expect([shapeOf(work), cropOf(work)]).toMatchObject([{ width: 300, height: 400 }, undefined]);
  });

  it("is a square at the place that its artist chose", () => {
    const work = cardOf("Owls", { focus: FOCUS });
    expect(shapeOf(work)).toEqual({ width: 1, height: 1 });
    expect(cropOf(work)).toEqual({
      ...{ aspectRatio: "1", objectFit: "cover", objectPosition: "25% 50%" },
    });
  });

  it("is larger where its artist zoomed, cut off at the edges of the square", () => {
    const work = cardOf("Owls", { focus: { x: 0.25, y: 0.5, zoom: 2 } });
    expect(cropOf(work)).toEqual({
      ...{ aspectRatio: "1", objectFit: "cover", objectPosition: "25% 50%" },
      ...{ transform: "scale(2)", transformOrigin: "25% 50%" },
      clipPath: "inset(25% 37.5% 25% 12.5%)",
    });
  });

  it("is a part of a square, too, where its artist zoomed", () => {
    const square = cardOf("Owls", { width: 400, focus: { ...FOCUS, zoom: 1.5 } });
    expect([canBeCropped(square), shapeOf(square)]).toEqual([true, { width: 1, height: 1 }]);
  });

  it.each([
    ["a film", { mediaType: "video/mp4" as const }],
    ["an animation", { mediaType: "image/gif" as const }],
  ])("is never a part of %s", (_, changes) => {
    const work = cardOf("Owls", { ...changes, focus: FOCUS });
    expect([canBeCropped(work), cropOf(work)]).toEqual([false, undefined]);
    expect(shapeOf(work)).toMatchObject({ height: 400 });
  });
});
