import type { CDPSession, Page } from "@playwright/test";
import type { View } from "./page";

/** The properties that a page's own design changes first. Sizes are the browser's layout. */
const PROPERTIES = [
  "display position box-sizing width height min-height max-width overflow z-index float",
  "margin-top margin-right margin-bottom margin-left",
  "padding-top padding-right padding-bottom padding-left",
  "border-top border-right border-bottom border-left border-radius border-collapse border-spacing",
  "background-color background-image background-size box-shadow outline outline-offset opacity",
  "color fill stroke stroke-width font-family font-size font-style font-weight",
  "font-variant line-height letter-spacing word-spacing white-space overflow-wrap text-align",
  "text-indent text-transform text-decoration text-underline-offset text-shadow unicode-bidi",
  "vertical-align list-style-type list-style-position appearance cursor rotate transform",
  "flex align-items align-self justify-content justify-self gap grid-template-columns",
  "grid-template-rows transition-property transition-duration animation-name user-select",
].flatMap((line) => line.split(" "));

/** A line for each billing element and each of its `::before` and `::after`. */
export type Look = readonly string[];

/**
 * The current style of billing's elements; `focusable`: only of those that the keyboard or a mouse
 * reaches.
 */
async function look(page: Page, focusable: boolean): Promise<Look> {
  return page.evaluate(
    ([properties, onlyFocusable]) => {
      const outermost = '[class^="billing-"]:not([class^="billing-"] *)';
      const reached = "a, button, input, select";
      const inside = [...document.querySelectorAll(outermost)].flatMap((root) => [
        root,
        ...root.querySelectorAll(":not(svg *)"),
      ]);
      return inside
        .filter((element) => !onlyFocusable || element.matches(reached))
        .flatMap((element) =>
          [undefined, "::before", "::after"].flatMap((pseudo) => {
            const style = getComputedStyle(element, pseudo);
            if ((pseudo && style.content === "none") || style.display === "none") return [];
            const name = `${element.tagName}.${element.getAttribute("class") ?? ""}${pseudo ?? ""}`;
            const values = properties.map((one) => {
              const value = style.getPropertyValue(one);
              // The colour of an outline that is not drawn.
              return `${one}: ${/\bnone \d/.test(value) ? "none" : value}`;
            });
            return `${name.toLowerCase()}; ${values.join("; ")}`;
          }),
        );
    },
    [PROPERTIES, focusable] as const,
  );
}

async function force(session: CDPSession, states: string[]): Promise<void> {
  const { root } = await session.send("DOM.getDocument", { depth: 0 });
  const { nodeIds } = await session.send("DOM.querySelectorAll", {
    nodeId: root.nodeId,
    selector: ":is(a, button, input, select)",
  });
  for (const nodeId of nodeIds) {
    await session.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: states });
  }
}

/** Shows a view, and waits until its data is rendered. */
export async function showView(page: Page, view: View): Promise<void> {
  await page.evaluate((one) => globalThis.showView(one), view);
  const drawn = { pricing: ".billing-plan h3", portal: ".billing-used li" }[view as string];
  await page
    .locator(drawn ?? ".billing-dialog .billing-dialog-footer")
    .first()
    .waitFor();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
}

/**
 * The style of a view at rest, and of each of its buttons and links under the mouse and with the
 * focus.
 */
export async function looksOf(page: Page, view: View): Promise<Record<string, Look>> {
  await showView(page, view);
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const looks: Record<string, Look> = { [`${view}, at rest`]: await look(page, false) };
  for (const states of [["hover"], ["focus", "focus-visible"]]) {
    await force(session, states);
    looks[`${view}, ${states.join(" and ")}`] = await look(page, true);
    await force(session, []);
  }
  await session.detach();
  return looks;
}

/** The properties in which two styles differ, each with the first element. */
export function differences(expected: Look, actual: Look): string[] {
  if (expected.length !== actual.length) return [`${actual.length} elements`];
  const found = new Map<string, string>();
  for (const [index, line] of expected.entries()) {
    const others = actual[index]?.split("; ") ?? [];
    for (const [at, property] of line.split("; ").entries()) {
      const [name = ""] = property.split(":");
      if (property !== others[at] && !found.has(name)) {
        found.set(name, `${line.split("; ")[0]}: ${others[at]}, not ${property}`);
      }
    }
  }
  return [...found.values()];
}
