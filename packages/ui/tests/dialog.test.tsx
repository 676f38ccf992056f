import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";
import { describe, expect, it } from "vitest";
import { Button } from "../src/button";
import { Dialog, DialogBody, DialogDescription, DialogFooter, DialogTitle } from "../src/dialog";
import { Popover } from "../src/popover";
import { expectAccessible } from "./browser";

interface SampleProps {
  locked?: boolean;
  focusWayOut?: boolean;
}

function Sample({ locked = false, focusWayOut = false }: SampleProps) {
  const [open, setOpen] = useState(false);
  const [popoverOpen, setPopoverOpen] = useState(false);
  const wayOut = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Change plan</Button>
      <Dialog
        slot="sample"
        open={open}
        onOpenChange={setOpen}
        locked={locked}
        {...(focusWayOut && { initialFocus: wayOut })}
      >
        <DialogBody>
          <DialogTitle>Upgrade to Pro</DialogTitle>
          <DialogDescription>You move to Pro.</DialogDescription>
          <Popover
            label="Quantity"
            open={popoverOpen}
            onOpenChange={setPopoverOpen}
            trigger={<Button>Qty: 300</Button>}
          >
            <Button>Save</Button>
          </Popover>
        </DialogBody>
        <DialogFooter>
          <Button ref={wayOut}>Keep Creator</Button>
          <Button>Confirm</Button>
        </DialogFooter>
      </Dialog>
    </>
  );
}

async function openSample(props: SampleProps = {}) {
  render(<Sample {...props} />);
  await userEvent.click(screen.getByRole("button", { name: "Change plan" }));
  return screen.getByRole("dialog", { name: "Upgrade to Pro" });
}

const dialog = () => screen.queryByRole("dialog", { name: "Upgrade to Pro" });

describe("Dialog", () => {
  it("is named by its title and described by its sentence", async () => {
    const node = await openSample();
    const described = document.getElementById(node.getAttribute("aria-describedby") ?? "");
    expect(described?.textContent).toBe("You move to Pro.");
    await expectAccessible();
  });

  it("focuses the title, never a paying button", async () => {
    await openSample();
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Upgrade to Pro" }));
  });

  it("focuses the closing button on request", async () => {
    await openSample({ focusWayOut: true });
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Keep Creator" }));
  });

  it.each([
    ["Escape", () => userEvent.keyboard("{Escape}")],
    ["the handle", () => userEvent.click(screen.getByRole("button", { name: "Close" }))],
    ["the scrim", () => userEvent.click(scrim())],
  ])("closes by %s and returns the focus", async (_way, close) => {
    await openSample();
    await close();
    expect(dialog()).toBeNull();
    const opener = screen.getByRole("button", { name: "Change plan" });
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it.each([
    ["Escape", () => userEvent.keyboard("{Escape}")],
    ["the handle", () => userEvent.click(screen.getByRole("button", { name: "Close" }))],
    ["the scrim", () => userEvent.click(scrim())],
  ])("stays open by %s while locked", async (_way, close) => {
    await openSample({ locked: true });
    await close();
    expect(dialog()).not.toBeNull();
  });

  it("stays open when a message beside it is removed", async () => {
    render(<p aria-live="polite">Saved</p>);
    await openSample();
    // A toast can be clicked while the page behind a dialog cannot.
    await userEvent.click(screen.getByText("Saved"), { pointerEventsCheck: 0 });
    expect(dialog()).not.toBeNull();
  });

  it("focuses the parent of its opener when that is disabled", async () => {
    await openSample();
    const opener = screen.getByText("Change plan");
    opener.setAttribute("disabled", "");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toBe(opener.parentElement));
  });

  it("returns the focus to the button that was pressed, where the browser focuses only what is around it", async () => {
    render(
      <main tabIndex={-1}>
        <Sample />
      </main>,
    );
    const opener = screen.getByRole("button", { name: "Change plan" });
    // As in Safari: the press is reported, but the element around the button has the focus.
    screen.getByRole("main").focus();
    fireEvent.click(opener);
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(dialog()).toBeNull());
    expect(document.activeElement).toBe(opener);
  });

  it("is focusable for scrolling only when its content is too long", async () => {
    const body = (await openSample()).querySelector<HTMLElement>("[data-slot=dialog-body]");
    expect(body?.tabIndex).toBe(-1);
    Object.defineProperty(body, "scrollHeight", { value: 900 });
    fireEvent(window, new Event("resize"));
    expect(body?.tabIndex).toBe(0);
  });

  it("keeps Tab inside", async () => {
    const node = await openSample();
    for (let press = 0; press < 6; press += 1) {
      await userEvent.tab();
      expect(node.contains(document.activeElement)).toBe(true);
    }
  });
});

describe("Popover in a dialog", () => {
  async function openPopover() {
    await openSample();
    await userEvent.click(screen.getByRole("button", { name: "Qty: 300" }));
    return screen.getByRole("dialog", { name: "Quantity" });
  }

  it("is drawn inside the dialog, so that the dialog counts it as its own", async () => {
    const popover = await openPopover();
    expect(dialog()?.contains(popover)).toBe(true);
    await expectAccessible();
  });

  it("closes on the first Escape; the dialog closes on the second", async () => {
    await openPopover();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog", { name: "Quantity" })).toBeNull();
    expect(dialog()).not.toBeNull();
    const trigger = screen.getByRole("button", { name: "Qty: 300" });
    await waitFor(() => expect(document.activeElement).toBe(trigger));
    await userEvent.keyboard("{Escape}");
    expect(dialog()).toBeNull();
  });
});

function scrim(): HTMLElement {
  const node = document.querySelector<HTMLElement>("[data-slot=dialog-scrim]");
  if (!node) throw new Error("no scrim on the page");
  return node;
}
