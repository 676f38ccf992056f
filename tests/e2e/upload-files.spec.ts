import { readFileSync } from "node:fs";
import { inspectForStorage } from "../../convex/contract/files/inspect";
import { expectAccessible } from "./accessible";
import { expect, test } from "./fixtures";
import { chooseFiles, press, select } from "./gestures";
import { signUp } from "./people";
import { uploadOf } from "./pictures";
import { keepScreenshot } from "./screenshot";

const FILES = "tests/e2e/files";
/** One of each supported kind, as many as a free plan allows. */
const GOOD = [
  ...["placed.jpg", "kiln.png", "kiln.webp", "kiln.gif", "kiln.avif", "kiln.apng", "dusk.heic"],
  ...["pattern.webm", "carpet.mov", "moss.mkv"],
];
const ONE_TOO_MANY = "pattern.mp4";
const BAD = {
  letter: { name: "letter.jpg", mimeType: "image/jpeg", buffer: Buffer.from("Dear gallery, ...") },
  huge: {
    name: "huge.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(10_485_760)]),
  },
};
const CONVERTED: Record<string, string> = {
  "dusk.heic": "HEIC",
  "carpet.mov": "MOV",
  "moss.mkv": "MKV",
};

test.use({ hand: "keys" });

test("files of every kind are published with a picture, together, without a location", async ({
  page,
}) => {
  await signUp(page, "all.kinds");
  await page.goto("/upload");
  const sent = [...GOOD, ONE_TOO_MANY].map((name) => ({
    name,
    mimeType: "",
    buffer: readFileSync(`${FILES}/${name}`),
  }));
  await chooseFiles(page, [...sent, BAD.letter, BAD.huge]);
  await expect(uploadOf(page, "letter.jpg")).toContainText("This is not a picture or video");
  await expect(uploadOf(page, "huge.jpg")).toContainText("Larger than 10 MB.");
  for (const name of [...GOOD, ONE_TOO_MANY]) {
    await expect(uploadOf(page, name)).toContainText("Ready to publish.");
    await expect(uploadOf(page, name).locator(".upload-thumb img")).toBeVisible();
  }
  await expect(uploadOf(page, "placed.jpg")).toContainText("Its GPS position is left out.");

  const first = uploadOf(page, "placed.jpg");
  await press(first.getByRole("button", { name: "More about it" }));
  await select(first.getByRole("combobox", { name: "Medium" }), "Photography");
  await press(first.getByRole("button", { name: "Apply all but the title to every file" }));
  await press(page.getByRole("button", { name: "Move letter.jpg up" }));
  await expectAccessible(page);
  await keepScreenshot(page, "upload-all-kinds", true);

  await press(page.getByRole("button", { name: "Publish 11 works" }));
  const paywall = page.getByRole("dialog");
  await press(paywall.getByRole("button", { name: "Not now" }));
  for (const name of GOOD) {
    const original = CONVERTED[name]
      ? `The preview was converted from ${CONVERTED[name]}. Your original is kept.`
      : "We keep your original and remove its metadata.";
    await expect(uploadOf(page, name)).toContainText(original);
  }
  await expect(uploadOf(page, ONE_TOO_MANY)).toContainText("No uploads left on your plan.");

  await page.goto("/u/all.kinds");
  const works = page.getByRole("article");
  await expect(works).toHaveCount(GOOD.length);
  await expect(page.locator(".picture-missing")).toHaveCount(0);
  await keepScreenshot(page, "wall-all-kinds", true);

  await press(page.getByRole("link", { name: "Placed by all.kinds" }));
  await expect(page.getByText("Photography", { exact: true })).toBeVisible();
  const address = await page.getByRole("link", { name: "Original" }).getAttribute("href");
  const bytes = await (await page.request.get(address ?? "")).body();
  const positionIn = (file: Buffer) =>
    inspectForStorage(new Uint8Array(file), false).data?.position;
  expect(positionIn(readFileSync(`${FILES}/placed.jpg`))).toBeTruthy();
  expect(positionIn(bytes)).toBeNull();
});
