import { cleanup } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, expect } from "vitest";

afterEach(cleanup);

/** jsdom has no layout, so no element ever changes its size. */
class StillResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver = StillResizeObserver;

/**
 * Checks the page with all axe rules. Colours are checked in a real browser, because jsdom has
 * none.
 */
export async function expectAccessible(root: Element = document.body) {
  const { violations } = await axe.run(root, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
}
