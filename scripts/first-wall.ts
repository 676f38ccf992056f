/** What the browser asks for first, too. */
const FIRST_PAGE = {
  path: "community/artworks:feed",
  args: { paginationOpts: { numItems: 24, cursor: null } },
  format: "json",
};
/** Later than this the browser has asked itself. */
const PATIENCE_MS = 300;

interface Work {
  url: string | null;
  previewUrl: string | null;
  posterUrl: string | null;
  mediaType: string;
}

/** What strangers see of the gallery; nothing when the deployment does not answer in time. */
async function askForWorks(url: string, patienceMs: number): Promise<Work[]> {
  try {
    const response = await fetch(`${url}/api/query`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(FIRST_PAGE),
      signal: AbortSignal.timeout(patienceMs),
    });
    // What Convex answers to a query over HTTP.
    const { value } = (await response.json()) as { value?: { page: Work[] } };
    return value?.page ?? [];
  } catch {
    return [];
  }
}

/**
 * Puts the first works of the gallery into its page: they hang as soon as the page's script runs,
 * and the largest picture is fetched beside it. src/community/wall/first-wall.ts reads them.
 *
 * @param url - The deployment's.
 */
export async function hangFirstWall(
  page: string,
  url: string,
  patienceMs = PATIENCE_MS,
): Promise<string> {
  const works = await askForWorks(url, patienceMs);
  if (works.length === 0) return page;
  // A title may hold what would end the element.
  const data = JSON.stringify(works).replaceAll("<", "\\u003c");
  const tag = `<script type="application/json" id="first-wall">${data}</script>`;
  return page
    .replace("</head>", () => `${preloadOf(works)}</head>`)
    .replace("</body>", () => `${tag}</body>`);
}

function preloadOf([first]: Work[]): string {
  const isPicture = first?.mediaType.startsWith("image/");
  const picture = first?.posterUrl ?? (isPicture ? (first?.previewUrl ?? first?.url) : null);
  if (!picture) return "";
  return `<link rel="preload" as="image" fetchpriority="high" href="${encodeURI(picture)}" />`;
}
