import { expect, test } from "./fixtures";
import { PASSWORD, signUp } from "./people";
import { cardOf, pictureFile, uploadOf } from "./pictures";
import { publish } from "./shopping";

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const TOO_LARGE_BYTES = 10_485_761;

test.describe("a file", () => {
  test("is judged by its content and not by its name, before it is sent", async ({ page }) => {
    await signUp(page, "odd.files");
    await page.goto("/upload");
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().includes("upload")) sent.push(request.url());
    });
    await page.getByLabel("Files", { exact: true }).setInputFiles([
      { name: "letter.jpg", mimeType: "image/jpeg", buffer: Buffer.from("Dear gallery, ...") },
      {
        name: "huge.png",
        mimeType: "image/png",
        buffer: Buffer.concat([JPEG_START, Buffer.alloc(TOO_LARGE_BYTES - JPEG_START.length)]),
      },
      { name: "empty.webp", mimeType: "image/webp", buffer: Buffer.alloc(0) },
      { ...pictureFile("drawing.txt"), mimeType: "text/plain" },
    ]);
    await expect(uploadOf(page, "letter.jpg")).toContainText(
      "This is not a picture or video we can show.",
    );
    await expect(uploadOf(page, "huge.png")).toContainText("Larger than 10 MB.");
    await expect(uploadOf(page, "empty.webp")).toContainText("This file is empty.");
    await expect(uploadOf(page, "drawing.txt")).toContainText("Ready to publish");
    await expect.poll(() => sent.length).toBe(1);

    await page.getByRole("button", { name: "Publish 1 work" }).click();
    await expect(uploadOf(page, "drawing.txt")).toContainText(
      "We keep your original and remove its metadata.",
    );
    expect(sent).toHaveLength(1);
  });

  test("waits when the session ends while it is sent, and continues after the next sign-in", async ({
    page,
  }) => {
    await signUp(page, "signed.out");
    await page.goto("/upload");
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/upload\?token=/, async (route) => {
      await held;
      await route.continue();
    });
    await publish(page, [pictureFile("patience.jpg")]);
    await expect(uploadOf(page, "patience.jpg")).toContainText("Uploading");

    const otherTab = await page.context().newPage();
    await otherTab.goto("/");
    await otherTab.getByRole("button", { name: "Account of signed.out" }).click();
    await otherTab.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByText("You are signed out.", { exact: true })).toBeVisible();
    release();
    await expect(uploadOf(page, "patience.jpg")).toContainText("Sign in, and this continues.");

    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("textbox", { name: "Username" }).fill("signed.out");
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(uploadOf(page, "patience.jpg")).toContainText(
      "We keep your original and remove its metadata.",
    );
    await otherTab.goto("/");
    await expect(cardOf(otherTab, "Patience", "signed.out")).toBeVisible();
  });
});
