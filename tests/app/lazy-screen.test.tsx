import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ErrorBoundary } from "../../src/shared/error-boundary";
import { lazyScreen } from "../../src/app/lazy-screen";

describe("lazyScreen", () => {
  it("loads again after a failed load, when the screen is shown again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const load = vi
      .fn<() => Promise<(props: { id: string }) => string>>()
      .mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module"))
      .mockResolvedValue(({ id }) => `Work ${id}`);
    const Screen = lazyScreen(load);
    render(
      <ErrorBoundary fallback={({ retry }) => <button onClick={retry}>Try again</button>}>
        <Screen id="7" />
      </ErrorBoundary>,
    );
    const retry = await screen.findByRole("button", { name: "Try again" });
    expect(load).toHaveBeenCalledOnce();
    await userEvent.click(retry);
    expect(await screen.findByText("Work 7")).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
  });
});
