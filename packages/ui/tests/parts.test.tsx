import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { Chip } from "../src/chip";
import { Disclosure } from "../src/disclosure";
import { Field, Input } from "../src/field";
import { Meter } from "../src/meter";
import { Notice } from "../src/notice";
import { RadioGroup } from "../src/radio-group";
import { Skeleton } from "../src/skeleton";
import { expectAccessible } from "./browser";

describe("Disclosure", () => {
  it("is closed at first and hides its content from keyboard and screen reader", async () => {
    render(
      <Disclosure label="View details">
        <p>Unused time on Creator</p>
      </Disclosure>,
    );
    const trigger = screen.getByRole("button", { name: "View details" });
    const panel = document.getElementById(trigger.getAttribute("aria-controls") ?? "");
    expect(trigger.getAttribute("aria-expanded")).toBe("false");
    expect(panel?.hasAttribute("inert")).toBe(true);

    await userEvent.click(trigger);
    expect(trigger.getAttribute("aria-expanded")).toBe("true");
    expect(panel?.hasAttribute("inert")).toBe(false);
    await expectAccessible();
  });
});

describe("RadioGroup", () => {
  function Sample() {
    const [value, setValue] = useState<"month" | "year">("month");
    const options = [
      { value: "month", label: "Monthly" },
      { value: "year", label: "Yearly", hint: "Save up to 20%" },
    ] as const;
    return (
      <RadioGroup legend="Billing interval" value={value} onChange={setValue} options={options} />
    );
  }

  it("is one named group whose radios carry their hints", async () => {
    render(<Sample />);
    expect(screen.getByRole("radiogroup", { name: "Billing interval" })).toBeTruthy();
    await userEvent.click(screen.getByRole("radio", { name: /Yearly.*Save up to 20%/ }));
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /Yearly/ }).checked).toBe(true);
    await expectAccessible();
  });
});

describe("Meter", () => {
  it.each([
    { value: 61, max: 100, now: "61", width: "61%" },
    { value: -3, max: 100, now: "0", width: "0%" },
    { value: 130, max: 100, now: "100", width: "100%" },
    { value: 0, max: 0, now: "0", width: "100%" },
  ])("stays inside its range: $value of $max", async ({ value, max, now, width }) => {
    render(<Meter label="Uploads" value={value} max={max} text={`${value} of ${max}`} />);
    const meter = screen.getByRole("meter", { name: "Uploads" });
    expect(meter.getAttribute("aria-valuenow")).toBe(now);
    expect(meter.getAttribute("aria-valuetext")).toBe(`${value} of ${max}`);
    expect(meter.querySelector<HTMLElement>(".billing-meter-bar")?.style.inlineSize).toBe(width);
    await expectAccessible();
  });
});

describe("Field", () => {
  it("connects label, hint and error with its control", async () => {
    const field = (error?: string) => (
      <Field label="Username" hint="Your page will be spotlight/u/ines" error={error}>
        {(control) => <Input {...control} />}
      </Field>
    );
    const { rerender } = render(field());
    const input = screen.getByRole("textbox", { name: "Username" });
    const note = () => document.getElementById(input.getAttribute("aria-describedby") ?? "");
    expect(note()?.textContent).toBe("Your page will be spotlight/u/ines");
    expect(input.hasAttribute("aria-invalid")).toBe(false);

    rerender(field("Username must be between 3 and 20 characters"));
    expect(note()?.textContent).toBe("Username must be between 3 and 20 characters");
    expect(input.getAttribute("aria-invalid")).toBe("true");
    await expectAccessible();
  });

  it("has no description without hint and error", () => {
    render(<Field label="Title">{(control) => <Input voice="name" {...control} />}</Field>);
    const input = screen.getByRole("textbox", { name: "Title" });
    expect(input.hasAttribute("aria-describedby")).toBe(false);
    expect(input.dataset.voice).toBe("name");
  });
});

describe("Chip", () => {
  it("shows whether it is on, and requests the opposite", async () => {
    const onPress = vi.fn();
    render(
      <Chip pressed onPress={onPress}>
        Painting
      </Chip>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Painting", pressed: true }));
    expect(onPress).toHaveBeenCalledWith(false);
    await expectAccessible();
  });
});

describe("Notice", () => {
  it("is a live alert only for danger", async () => {
    render(
      <>
        <Notice tone="danger" look="banner" title="Your last payment did not go through." />
        <Notice tone="lamp" title="You are filling up" />
      </>,
    );
    expect(screen.getByRole("alert").textContent).toContain("did not go through");
    expect(screen.getByRole("status").textContent).toContain("filling up");
    await expectAccessible();
  });
});

describe("Skeleton", () => {
  it("has its final size and no text", () => {
    const { container } = render(<Skeleton width="60%" height={14} />);
    const bar = container.querySelector<HTMLElement>("[data-slot=skeleton]");
    expect(bar?.getAttribute("aria-hidden")).toBe("true");
    expect([bar?.style.inlineSize, bar?.style.blockSize]).toEqual(["60%", "14px"]);
  });
});
