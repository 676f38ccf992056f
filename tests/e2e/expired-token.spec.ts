import { pathToFileURL } from "node:url";
import { expect, test } from "./fixtures";
import { signUp } from "./people";
import { cardOf, pictureFile, uploadOf } from "./pictures";
import { publish } from "./shopping";
import { newEmptyPlace, removePlace, startSite } from "./site";

test("a token that expires during an upload is renewed, and the file is published", async ({
  page,
}) => {
  const place = await newEmptyPlace();
  const clock = pathToFileURL("tests/e2e/late-clock.mjs").href;
  const site = await startSite(place, { NODE_OPTIONS: `--import ${clock}` });
  const renewals: string[] = [];
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => {
      if (payload.toString().includes('"AuthError"')) renewals.push(payload.toString());
    });
  });
  await signUp(page, "long.sitting", site.url);
  await page.goto(`${site.url}/upload`);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/upload\?token=/, async (route) => {
    await held;
    await route.continue();
  });
  await publish(page, [pictureFile("patience.jpg")]);
  await expect(uploadOf(page, "patience.jpg")).toContainText("Uploading");

  site.process.kill("SIGUSR2");
  release();
  await expect(uploadOf(page, "patience.jpg")).toContainText(
    "We keep your original and remove its metadata.",
  );
  expect(renewals.join()).toContain("Token expired");
  await page.goto(site.url);
  await expect(cardOf(page, "Patience", "long.sitting")).toBeVisible();
  site.process.kill("SIGTERM");
  await site.ended;
  await removePlace(place);
});
