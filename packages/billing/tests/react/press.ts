import { act, fireEvent, waitFor } from "@testing-library/react";

/** What a button is called: far quicker to read than its role, for tests that press many. */
const nameOf = (button: HTMLButtonElement) =>
  button.getAttribute("aria-label") ?? button.textContent.trim();

/** The buttons on the page whose name begins so, hidden ones too. */
function buttonsCalled(name: string): HTMLButtonElement[] {
  return [...document.querySelectorAll("button")].filter((one) => nameOf(one).startsWith(name));
}

/** Waits for the one button whose name begins so. */
export async function buttonCalled(name: string): Promise<HTMLButtonElement> {
  return await waitFor(() => {
    const [found, ...others] = buttonsCalled(name);
    if (!found || others.length > 0) throw new Error(`${others.length + 1} are called ${name}`);
    return found;
  });
}

/** Presses buttons one after the other, each as soon as it is there, and lets what it asked settle. */
export async function press(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const button = await buttonCalled(name);
    fireEvent.click(button);
    await act(async () => Promise.resolve());
  }
}
