import { readdir } from "node:fs/promises";
import { expect, test } from "./fixtures";
import { newEmptyPlace, newPlace, removePlace, runStart, startSite } from "./site";

test.describe("npm start", () => {
  test("names the busy port and how to choose another, and leaves the data unchanged", async ({
    site,
  }) => {
    const before = await readdir(site.place.dataDir);
    const second = runStart(site.place);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Port ${site.place.port} is in use`);
    expect(second.output()).toContain("PORT=<port> npm start");
    expect(await readdir(site.place.dataDir)).toEqual(before);
  });

  test("refuses a data folder that another Spotlight uses, with a message", async ({ site }) => {
    const elsewhere = await newPlace();
    const second = runStart({ ...elsewhere, dataDir: site.place.dataDir });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(site.place.dataDir);
    expect(second.output()).toContain("DATA_DIR=");
    await removePlace(elsewhere);
  });

  test("refuses to change the identity provider when there is data", async ({ site }) => {
    const elsewhere = await newPlace();
    const second = runStart(
      { ...elsewhere, dataDir: site.place.dataDir },
      { VITE_CLERK_PUBLISHABLE_KEY: "pk_test_1", CLERK_JWT_ISSUER_DOMAIN: "https://clerk.example" },
    );
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain("made with local accounts");
    await removePlace(elsewhere);
  });

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    test(`stops on ${signal}, and a second signal does no harm`, async () => {
      const place = await newEmptyPlace();
      const running = await startSite(place);
      running.process.kill(signal);
      running.process.kill(signal);
      expect(await running.ended).toBe(0);
      await removePlace(place);
    });
  }

  test("serves only the site for a remote deployment, and creates no data folder", async () => {
    const place = await newPlace();
    const deployment = "http://127.0.0.1:9999";
    const running = await startSite(place, { VITE_CONVEX_URL: deployment });
    const page = await (await fetch(running.url)).text();
    expect(page).toContain(encodeURIComponent(deployment));
    expect(await readdir(place.dataDir)).toEqual([]);
    running.process.kill("SIGTERM");
    await running.ended;
    await removePlace(place);
  });
});
