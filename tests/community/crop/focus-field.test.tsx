import { fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { areaOf, focusOf } from "../../../src/community/crop/focus-area";
import { FocusField } from "../../../src/community/crop/focus-field";
import type { Focus } from "../../../convex/contract/works";
import { expectAccessible } from "../../../packages/ui/tests/browser";

interface CropperProps {
  zoom: number;
  crop: { x: number; y: number };
  cropperProps: object;
  initialCroppedAreaPercentages?: object;
  onCropChange: (crop: { x: number; y: number }) => void;
  onCropAreaChange: (share: object) => void;
}

// Without a layout nothing can be dragged. A click moves the picture, and chooses its upper edge.
vi.mock("react-easy-crop", () => ({
  default: (props: CropperProps) => (
    <div {...props.cropperProps} tabIndex={0} data-zoom={props.zoom}>
      <button
        type="button"
        onClick={() => {
          props.onCropChange({ x: 10, y: 0 });
          props.onCropAreaChange({ x: 0, y: 0, width: 100, height: 75 });
        }}
      >
        Drag
      </button>
      <output>{JSON.stringify([props.crop.x, props.initialCroppedAreaPercentages])}</output>
    </div>
  ),
}));

const PORTRAIT = { url: "blob:owls", mediaType: "image/png", width: 300, height: 400 } as const;
const BOX = { name: "Show only a square part of it in grids" };

function Field({ first = null, onChange }: { first?: Focus | null; onChange?: () => void }) {
  const [focus, setFocus] = useState<Focus | null>(first);
  return (
    <>
      <FocusField {...PORTRAIT} focus={focus} onChange={onChange ?? setFocus} />
      <p>{JSON.stringify(focus)}</p>
    </>
  );
}

describe("the part of a picture that grids show", () => {
  it("is the middle first, then what is dragged, and nothing when it is unticked", async () => {
    render(<Field />);
    const box = screen.getByRole("checkbox", BOX);
    await userEvent.click(box);
    expect(screen.getByText('{"x":0.5,"y":0.5}')).toBeTruthy();
    await userEvent.click(await screen.findByRole("button", { name: "Drag" }));
    expect(screen.getByText('{"x":0.5,"y":0}')).toBeTruthy();
    await expectAccessible();
    await userEvent.click(box);
    expect(screen.getByText("null")).toBeTruthy();
    expect(screen.queryByRole("slider")).toBeNull();
  });

  it("opens with what was chosen before", async () => {
    render(<Field first={{ x: 0.5, y: 1 }} />);
    const first = { width: 100, height: 75, x: 0, y: 25 };
    expect(await screen.findByText(JSON.stringify([0, first]))).toBeTruthy();
  });

  it("is another picture's own where that comes first in a work of several", async () => {
    const focus = { x: 0.5, y: 1 };
    const shown = (url: string, y: number) => (
      <FocusField {...PORTRAIT} url={url} focus={{ ...focus, y }} onChange={() => undefined} />
    );
    const { rerender } = render(shown("blob:owls", 1));
    await userEvent.click(await screen.findByRole("button", { name: "Drag" }));
    rerender(shown("blob:larks", 0));
    const first = { width: 100, height: 75, x: 0, y: 0 };
    expect(await screen.findByText(JSON.stringify([0, first]))).toBeTruthy();
  });

  it("becomes larger and smaller with plus, minus and a slider, and keeps its middle", async () => {
    render(<Field first={{ x: 0.5, y: 0.5 }} />);
    const part = await screen.findByRole("group", { name: /^The part that is shown/ });
    const slider = screen.getByRole<HTMLInputElement>("slider", { name: "Larger" });
    const moved = () => (JSON.parse(screen.getByRole("status").textContent) as number[])[0];
    await userEvent.click(screen.getByRole("button", { name: "Drag" }));
    part.focus();
    await userEvent.keyboard("++x");
    expect(Number(slider.value)).toBeCloseTo(1.2);
    expect(moved()).toBeCloseTo(12);
    await userEvent.keyboard("---");
    expect([slider.value, moved()]).toEqual(["1", 10]);
    fireEvent.change(slider, { target: { value: "2" } });
    expect([part.getAttribute("data-zoom"), moved()]).toEqual(["2", 20]);
    await userEvent.keyboard("+");
    expect(slider.value).toBe("2");
  });

  it.each([
    ["a film", { mediaType: "video/mp4" as const }],
    ["a picture that this browser can't show", { url: null }],
  ])("can't be chosen of %s", (_, changes) => {
    render(<FocusField {...PORTRAIT} {...changes} focus={null} onChange={() => undefined} />);
    expect(screen.queryByRole("checkbox")).toBeNull();
  });
});

describe("a part as it is stored, and as it is shown", () => {
  it.each<[Focus, { width: number; height: number }, object]>([
    [{ x: 0.5, y: 0.2 }, PORTRAIT, { width: 100, height: 75, x: 0, y: 5 }],
    [
      { x: 1, y: 0.5 },
      { width: 400, height: 300 },
      { width: 75, height: 100, x: 25, y: 0 },
    ],
    [{ x: 0.25, y: 1, zoom: 2 }, PORTRAIT, { width: 50, height: 37.5, x: 12.5, y: 62.5 }],
    [
      { x: 0, y: 0.5, zoom: 1.6 },
      { width: 9, height: 9 },
      { width: 62.5, x: 0, y: 18.75 },
    ],
  ])("are the same: %j", (focus, size, area) => {
    expect(areaOf(focus, size)).toMatchObject(area);
    expect(focusOf(areaOf(focus, size))).toEqual(focus);
  });

  it("is never outside of what the server takes", () => {
    const beyond = { x: 50.01, y: -0.01, width: 49.9999, height: 49.9999 };
    expect(focusOf(beyond)).toEqual({ x: 1, y: 0, zoom: 2 });
  });
});
