import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Button } from "../src/button";
import { expectAccessible } from "./browser";

describe("Button", () => {
  it("does not submit a form by default", () => {
    render(<Button>Save</Button>);
    expect(screen.getByRole("button", { name: "Save" }).getAttribute("type")).toBe("button");
  });

  it("keeps its name and its focus while busy, and ignores clicks", async () => {
    const onClick = vi.fn();
    const { rerender } = render(<Button onClick={onClick}>Confirm</Button>);
    const button = screen.getByRole("button", { name: "Confirm" });
    await userEvent.click(button);
    rerender(
      <Button busy onClick={onClick}>
        Confirm
      </Button>,
    );
    await userEvent.click(button);

    expect(onClick).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute("aria-busy")).toBe("true");
    await expectAccessible();
  });

  it("keeps its focus when its own click disables it, and ignores further clicks", async () => {
    const onClick = vi.fn();
    const { rerender } = render(<Button onClick={onClick}>Up</Button>);
    const button = screen.getByRole("button", { name: "Up" });
    await userEvent.click(button);
    rerender(
      <Button aria-disabled onClick={onClick}>
        Up
      </Button>,
    );
    await userEvent.click(button);

    expect(onClick).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(button);
    expect(button.dataset.state).toBe("off");
    await expectAccessible();
  });

  it("does not submit its form a second time while busy", async () => {
    const onSubmit = vi.fn((event: React.SyntheticEvent) => event.preventDefault());
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" busy>
          Save
        </Button>
      </form>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(onSubmit).not.toHaveBeenCalled();
  });
});
