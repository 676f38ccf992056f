import { expect, test } from "./fixtures";

test.use({ serviceWorkers: "allow" });

test("a link has its picture before any script, and a screen without a network says so, and heals", async ({
  page,
  context,
  site,
}) => {
  const sitemap = await (await fetch(`${site.url}/sitemap/artworks-1.xml`)).text();
  const path = /\/a\/\w+/.exec(sitemap)?.[0] ?? "";
  const agent = { headers: { "User-Agent": "WhatsApp/2.23.20.0" } };
  const raw = await (await fetch(`${site.url}${path}`, agent)).text();
  const picture = /property="og:image" content="([^"]*)"/.exec(raw)?.[1] ?? "";
  expect((await fetch(picture)).headers.get("Content-Type")).toMatch(/^image\//);
  expect(raw).toContain(`<link rel="canonical" href="${site.url}${path}"`);
  expect((await fetch(`${site.url}/a/nothing`)).status).toBe(404);

  // The site's scripts arrive after everything else has loaded, as on a slow network.
  await page.addInitScript(() => {
    const loaded = new Promise<void>((done) => addEventListener("load", () => setTimeout(done)));
    HTMLImageElement.prototype.decode = async () => await loaded;
  });
  await page.goto("/");
  await page.evaluate(async () => await navigator.serviceWorker.ready);
  await page.reload();
  // Some versions of Chromium leave the requests of a service worker online.
  await context.route("**/assets/**", async (route) => await route.abort());
  await context.setOffline(true);
  await page.getByRole("link", { name: "Explore" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeVisible();
  await expect(page.getByText("our side")).toHaveCount(0);
  await context.unroute("**/assets/**");
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Explore" })).toBeVisible();
});
