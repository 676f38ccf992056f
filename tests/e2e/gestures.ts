import { expect, type Locator, type Page } from "@playwright/test";

/** The input method of a user: mouse or keyboard. */
export type Hand = "mouse" | "keys";

/** Tests in a process run sequentially, so each sets its input method first. */
let hand: Hand = "mouse";

export function takeUp(next: Hand): void {
  hand = next;
}

/** More key presses than any screen has focusable elements. */
const MOST_TABS = 120;

/** The position of the focus relative to an element: in it, or one Tab before or after it. */
function wayTo(element: Element): "here" | "Tab" | "Shift+Tab" {
  const { activeElement, body } = document;
  if (activeElement === element) return "here";
  if (activeElement === null || activeElement === body) return "Tab";
  const place = activeElement.compareDocumentPosition(element);
  return place & Node.DOCUMENT_POSITION_PRECEDING && !(place & Node.DOCUMENT_POSITION_CONTAINS)
    ? "Shift+Tab"
    : "Tab";
}

/** For each page, the document in which a key was last pressed, by its start time. */
const worked = new WeakMap<Page, number>();

/** After the first Tab in a document, the focus is always in it. */
async function expectFocus(page: Page): Promise<void> {
  const isKept = (before: number | undefined) =>
    before !== performance.timeOrigin || document.activeElement !== document.body;
  const message = "the focus is kept";
  await expect.poll(() => page.evaluate(isKept, worked.get(page)), { message }).toBe(true);
  worked.set(page, await page.evaluate(() => performance.timeOrigin));
}

/** What hides the focus: no outline, or an element on top. */
function hidersOf(element: Element): string[] {
  const framed = [element, element.parentElement, element.closest("label, form")];
  const hasLine = framed.some((each) => {
    if (!each) return false;
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(each);
    const isOutlined =
      outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && !/, 0\)$/.test(outlineColor);
    return isOutlined || (boxShadow.includes("inset") && each.matches(":focus-within"));
  });
  const [box] = element.getClientRects();
  if (!box) return ["no box"];
  const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  // A message covers a page for four seconds, and never a dialog.
  const isNews = over?.closest("[data-sonner-toast]") && !element.closest(".billing-dialog");
  const isSeen =
    isNews ||
    [element, element.closest("label")].some(
      (each) => each?.contains(over) || over?.contains(each),
    );
  return [...(hasLine ? [] : ["no line"]), ...(isSeen ? [] : [over?.outerHTML ?? "off screen"])];
}

/** Moves to an element by Tab, and checks that the focus is visible. */
export async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  await expect(target).toBeVisible();
  await expectFocus(page);
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    const way = await target.evaluate(wayTo);
    if (way === "here") {
      // A picture that loads above it moves it after the browser has scrolled to it.
      await target.scrollIntoViewIfNeeded();
      expect.soft(await target.evaluate(hidersOf), `what hides ${target.toString()}`).toEqual([]);
      return;
    }
    await page.keyboard.press(way);
  }
  throw new Error(`${MOST_TABS} presses of Tab do not reach ${target.toString()}`);
}

/** Activates a button, a link or a box. */
export async function press(target: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> {
  if (hand === "mouse") {
    await target.click();
    return;
  }
  await tabTo(target);
  await target.page().keyboard.press(key);
}

/** Replaces the value of a field by typing. */
export async function type(field: Locator, text: string): Promise<void> {
  if (hand === "mouse") {
    await field.fill(text);
    return;
  }
  await tabTo(field);
  await field.page().keyboard.press("ControlOrMeta+a");
  await field.page().keyboard.type(text);
}

/** Chooses a radio button: Tab moves to the checked one, and arrow keys from there. */
export async function choose(radio: Locator): Promise<void> {
  if (hand === "mouse") {
    await radio.check();
    return;
  }
  const group = radio.page().getByRole("radiogroup").filter({ has: radio });
  await tabTo(group.getByRole("radio", { checked: true }));
  const count = await group.getByRole("radio").count();
  for (let presses = 0; presses < count && !(await radio.isChecked()); presses += 1) {
    await radio.page().keyboard.press("ArrowDown");
  }
  await expect(radio).toBeChecked();
}

/** Chooses an option by the beginning of its label. */
export async function select(list: Locator, word: string): Promise<void> {
  if (hand === "mouse") {
    await list.selectOption(word);
    return;
  }
  await tabTo(list);
  await list.page().keyboard.type(word);
}

type Files = Parameters<Locator["setInputFiles"]>[0];

/** Chooses files. The system's own dialog is not part of the page. */
export async function chooseFiles(page: Page, files: Files): Promise<void> {
  if (hand === "mouse") {
    await page.getByLabel("Files", { exact: true }).setInputFiles(files);
    return;
  }
  const opened = page.waitForEvent("filechooser");
  await press(page.getByRole("button", { name: "Choose files" }), "Space");
  await (await opened).setFiles(files);
}
