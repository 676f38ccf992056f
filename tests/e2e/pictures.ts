import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { chooseFiles, press, type } from "./gestures";

/**
 * A file as a user would choose it: a demo picture under its own name.
 *
 * @param picture - A test that takes the file down needs one that no other test uses.
 */
export function pictureFile(name: string, picture = "ember") {
  return {
    name,
    mimeType: "image/jpeg",
    buffer: readFileSync(`scripts/demo/${picture}.jpg`),
  };
}

/** Titles of a series, and their files: "Study 1" is study-1.jpg. */
export function series(name: string, count: number) {
  const titles = Array.from({ length: count }, (_, at) => `${name} ${at + 1}`);
  const files = titles.map((title) =>
    pictureFile(`${title.toLowerCase().replaceAll(" ", "-")}.jpg`),
  );
  return { titles, files };
}

/** The card of one file on the upload screen. */
export function uploadOf(page: Page, fileName: string) {
  return page.getByRole("listitem").filter({
    has: page.getByRole("heading", { name: fileName, exact: true }),
  });
}

/** Shares one picture from the upload screen, and waits until it is published. */
export async function sharePicture(page: Page, title: string, picture?: string): Promise<void> {
  await page.goto("/upload");
  await chooseFiles(page, [pictureFile("drawing.jpg", picture)]);
  await type(page.getByRole("textbox", { name: "Title" }), title);
  await press(page.getByRole("button", { name: "Publish 1 work" }));
  await expect(page.getByRole("link", { name: "See it live" })).toBeVisible();
}

/** The card of a work in any grid, found by its title and artist. */
export function cardOf(page: Page, title: string, artist: string) {
  return page.getByRole("link", { name: `${title} by ${artist}` });
}
