// Opens the site without a network. The build writes `SHELL` above: the version of the build, and
// the files that its first page needs. Caches only files of the site, never data or a member's
// page.
const { version, files } = self.SHELL;
const SHELL = `shell ${version}`;
/** Files whose names contain a hash, so they never change. */
const ASSETS = "assets";
const PAGE = "/index.html";
/** Deletes files of earlier builds, the oldest entries first. */
const MOST_ASSETS = 150;

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([dropOthers(), preloadPages()]).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(pageOf(event).catch(() => shellFile(PAGE)));
  else if (pathname.startsWith("/assets/")) event.respondWith(assetOf(request));
  else if (files.includes(pathname)) event.respondWith(fetch(request).catch(() => shellFile(pathname)));
});

async function keepShell() {
  const shell = await caches.open(SHELL);
  await shell.addAll(files);
}

/** The browser requests a page while this worker starts. */
async function preloadPages() {
  await self.registration.navigationPreload?.enable();
}

async function pageOf({ request, preloadResponse }) {
  return (await preloadResponse) ?? (await fetch(request));
}

async function dropOthers() {
  for (const name of await caches.keys())
    if (name !== SHELL && name !== ASSETS) await caches.delete(name);
}

/** A file of the first page. If it is not cached, the error is the same as without a worker. */
async function shellFile(pathname) {
  return (await (await caches.open(SHELL)).match(pathname)) ?? Response.error();
}

async function assetOf(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (isFile(response)) void keepAsset(request, response.clone());
  return response;
}

/** A static host may send the page, with status 200, in place of a missing file. */
function isFile({ status, headers }) {
  return status === 200 && !headers.get("Content-Type")?.startsWith("text/html");
}

async function keepAsset(request, response) {
  const assets = await caches.open(ASSETS);
  await assets.put(request, response);
  const kept = await assets.keys();
  for (const old of kept.slice(0, Math.max(0, kept.length - MOST_ASSETS))) await assets.delete(old);
}
