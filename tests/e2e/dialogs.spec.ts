import { expect, test } from "./fixtures";
import { press, tabTo, type } from "./gestures";
import { visitDialog } from "./inspect";
import { signUp } from "./people";
import { cardOf, sharePicture } from "./pictures";

test.use({ hand: "keys" });

test("dialogs are accessible in both themes, and Escape returns the focus to their opener", async ({
  page,
}) => {
  test.slow();
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await signUp(page, "asks.twice");
  await sharePicture(page, "Asked");

  await page.goto("/u/asks.twice");
  await visitDialog(button("0 followers"), "people-dialog");
  await visitDialog(button("Pin works"), "pin-dialog");
  await press(cardOf(page, "Asked", "asks.twice"));
  await visitDialog(button("Pictures"), "edit-files-dialog");
  await visitDialog(button("Edit"), "edit-dialog");
  await visitDialog(button("Order a print"), "print-dialog");
  await visitDialog(button("Take it down"), "confirm-dialog");

  await page.setViewportSize({ width: 360, height: 740 });
  await press(button("Collect"));
  await type(page.getByRole("textbox", { name: "Title" }), "Answers");
  await press(button("Create and add"));
  await expect(page.getByText("Added to Answers")).toBeVisible();
  // Messages are shown where they cover nothing important.
  await tabTo(button("Create and add"));
  await press(page.getByRole("link", { name: "Open Answers" }));
  await expect(page.getByRole("heading", { level: 1, name: "Answers" })).toBeFocused();
  await visitDialog(button("Edit"), "collection-dialog");

  await page.goto("/settings");
  await visitDialog(button("Delete account…"), "delete-account-dialog");
  await page.goto("/explore?q=harbour");
  await press(page.getByRole("article").first().getByRole("link").first());
  await visitDialog(page.getByRole("button", { name: /^Report/ }).first(), "report-dialog");
});
