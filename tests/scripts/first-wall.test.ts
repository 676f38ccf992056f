import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { hangFirstWall } from "../../scripts/first-wall";

const PAGE = "<html><head></head><body></body></html>";
const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

/** A deployment that answers its gallery's query so, or never. */
async function deploy(page: object[] | null) {
  const server = createServer((_request, response) => {
    if (page) response.end(JSON.stringify({ status: "success", value: { page } }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  // Listening on TCP, so the address is one.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A busy machine is slow, not wrong. */
const PATIENCE_MS = 10_000;

const work = {
  ...{ title: "Swell", mediaType: "image/jpeg", url: "http://files/1" },
  ...{ previewUrl: null, posterUrl: null },
};

describe("hangFirstWall", () => {
  it("brings the works with the page, and has the first picture fetched at once", async () => {
    const page = await hangFirstWall(
      PAGE,
      await deploy([{ ...work, posterUrl: "http://files/p" }]),
      PATIENCE_MS,
    );
    const data = /id="first-wall">(.*?)<\/script>/.exec(page)?.[1] ?? "";
    expect(JSON.parse(data)).toMatchObject([{ title: "Swell" }]);
    expect(page).toContain('as="image" fetchpriority="high" href="http://files/p"');
  });

  it("lets no title out of its element", async () => {
    const url = await deploy([{ ...work, title: "</script><b>" }]);
    const page = await hangFirstWall(PAGE, url, PATIENCE_MS);
    expect(page).not.toContain("</script><b>");
    const data = /id="first-wall">(.*?)<\/script>/.exec(page)?.[1] ?? "";
    expect(JSON.parse(data)).toMatchObject([{ title: "</script><b>" }]);
  });

  it.each([
    ["says nothing", null],
    ["has no works", []],
  ])("leaves the page as it is when the deployment %s", async (_what, works) => {
    expect(await hangFirstWall(PAGE, await deploy(works))).toBe(PAGE);
  });

  it("does not fetch a video before it is played", async () => {
    const url = await deploy([{ ...work, mediaType: "video/mp4" }]);
    const page = await hangFirstWall(PAGE, url, PATIENCE_MS);
    expect(page).toContain("video/mp4");
    expect(page).not.toContain("preload");
  });
});
