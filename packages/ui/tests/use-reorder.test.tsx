import { fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { MoveControls } from "../src/move-controls";
import { useReorder } from "../src/use-reorder";
import { expectAccessible } from "./browser";

const ROW_PX = 200;
const move = vi.fn<(id: string, to: number) => void>();

function Rows({ ids, busy = false }: { ids: readonly string[]; busy?: boolean }) {
  const reorder = useReorder(ids, move);
  return (
    <ul>
      {ids.map((id) => (
        <li key={id} data-testid={id} {...reorder.rowOf(id)}>
          <MoveControls
            id={id}
            labels={{ up: `Move ${id} up`, down: `Move ${id} down` }}
            reorder={reorder}
            busy={busy}
          />
        </li>
      ))}
    </ul>
  );
}

const row = (id: string) => screen.getByTestId(id);
function gripOf(id: string) {
  const grip = row(id).querySelector(".billing-grip");
  if (!grip) throw new Error(`${id} has no grip`);
  return grip;
}
function drag(id: string, y: number) {
  fireEvent.pointerDown(gripOf(id), { button: 0 });
  fireEvent.pointerMove(gripOf(id), { clientY: y });
}
const marks = () => ["a", "b", "c"].map((id) => row(id).dataset["drag"]);

beforeEach(() => {
  move.mockReset();
  // Rows of one height, which a page without layout does not have.
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const at = [...(this.parentElement?.children ?? [])].indexOf(this);
    return DOMRect.fromRect({ y: at * ROW_PX, height: ROW_PX });
  });
  const missing = { setPointerCapture: vi.fn(), scrollIntoView: vi.fn() };
  Object.assign(Element.prototype, missing);
});

describe("useReorder", () => {
  it.each([
    ["a", 263, 0, [undefined, undefined, undefined]],
    ["a", 265, 1, [undefined, "after", undefined]],
    ["a", 900, 2, [undefined, undefined, "after"]],
    ["c", 337, 2, [undefined, undefined, undefined]],
    ["c", 335, 1, [undefined, "before", undefined]],
    ["c", -900, 0, ["before", undefined, undefined]],
  ])("shows where %s lands when it is at %i, and puts it there", (id, y, to, shown) => {
    render(<Rows ids={["a", "b", "c"]} />);
    drag(id, y);
    expect(marks()).toEqual(shown.map((mark, at) => ("abc"[at] === id ? "lifted" : mark)));
    fireEvent.pointerUp(gripOf(id));
    expect(marks()).toEqual([undefined, undefined, undefined]);
    expect(move.mock.calls).toEqual(to === "abc".indexOf(id) ? [] : [[id, to]]);
  });

  it("moves nothing with another mouse button", () => {
    render(<Rows ids={["a", "b", "c"]} />);
    fireEvent.pointerDown(gripOf("a"), { button: 2 });
    fireEvent.pointerMove(gripOf("a"), { clientY: 900 });
    expect(marks()).toEqual([undefined, undefined, undefined]);
  });

  it("moves nothing when the pointer is cancelled", () => {
    render(<Rows ids={["a", "b", "c"]} />);
    drag("a", 900);
    fireEvent.lostPointerCapture(gripOf("a"));
    expect([marks(), move.mock.calls]).toEqual([[undefined, undefined, undefined], []]);
  });

  it("follows the dragged item, not its place, when the list changes meanwhile", () => {
    const { rerender } = render(<Rows ids={["x", "a", "b", "c"]} />);
    drag("b", 900);
    rerender(<Rows ids={["a", "b", "c"]} />);
    fireEvent.pointerMove(gripOf("b"), { clientY: 10 });
    fireEvent.pointerUp(gripOf("b"));
    expect(move.mock.calls).toEqual([["b", 0]]);
  });

  it("has named buttons for the same, and none for a single item", async () => {
    const { rerender } = render(<Rows ids={["a", "b", "c"]} />);
    await userEvent.click(screen.getByRole("button", { name: "Move b up" }));
    await userEvent.click(screen.getByRole("button", { name: "Move b down" }));
    await userEvent.click(screen.getByRole("button", { name: "Move a up" }));
    expect(move.mock.calls).toEqual([
      ["b", 0],
      ["b", 2],
    ]);
    await expectAccessible();
    rerender(<Rows ids={["a"]} />);
    expect(screen.queryByRole("button")).toBeNull();
  });
});
