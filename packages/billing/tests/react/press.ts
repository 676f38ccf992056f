import { act, fireEvent, waitFor } from "@testing-library/react";

/** The name of a button: much faster than its role, for tests with many clicks. */
const nameOf = (button: HTMLButtonElement) =>
  button.getAttribute("aria-label") ?? button.textContent.trim();

/** The buttons on the page whose name starts with this, hidden ones too. */
function buttonsCalled(name: string): HTMLButtonElement[] {
  return [...document.querySelectorAll("button")].filter((one) => nameOf(one).startsWith(name));
}

/** Waits for the one button whose name starts with this. */
export async function buttonCalled(name: string): Promise<HTMLButtonElement> {
  return await waitFor(() => {
    const [found, ...others] = buttonsCalled(name);
    if (!found || others.length > 0) throw new Error(`${others.length + 1} are called ${name}`);
    return found;
  });
}

/** Clicks buttons in order, each as soon as it is there, and lets its requests settle. */
export async function press(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const button = await buttonCalled(name);
    fireEvent.click(button);
    await act(async () => Promise.resolve());
  }
}
