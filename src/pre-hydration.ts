import { layOutBeforeHydration } from "./community/grid/pre-hydration-layout";
import { browserStore } from "./identity/browser-ports";
import { HYDRATED } from "./hydrated";
import { browserLanguage, languageOf } from "./language/languages";

/** By then everything has loaded, or the network is too slow to keep waiting. */
const PATIENCE_MS = 2000;

/** Shows the server-rendered page if the browser would render the same. */
function show(root: HTMLElement): void {
  const isAnonymous = browserStore.read() === null;
  const isOurs = languageOf(document.documentElement.lang || "en") === browserLanguage();
  const wide = document.querySelector<HTMLTemplateElement>("#wide");
  const fromPx = Number(wide?.dataset.from);
  if (!isAnonymous || !isOurs) root.replaceChildren();
  else if (wide && window.innerWidth >= fromPx) {
    root.replaceChildren(wide.content);
    root.dataset.renderedPx = String(fromPx);
  }
  root.hidden = false;
  const grid = root.querySelector<HTMLElement>("ul.grid");
  if (grid) layOutBeforeHydration(grid);
}

/** A press before hydration is repeated after it. */
function rememberPress(root: HTMLElement): void {
  let pressed: HTMLElement | null = null;
  const note = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest("button, label, input") : null;
  };
  const pressAgain = () => {
    root.removeEventListener("click", note);
    pressed?.click();
  };
  root.addEventListener("click", note);
  root.addEventListener(HYDRATED, pressAgain, { once: true });
}

/** On a slow network, the first pictures load first, then the site's scripts, then the rest. */
async function fetchInTurn(root: HTMLElement): Promise<void> {
  const releaseImages = holdBack(root.querySelectorAll("img[loading=lazy]"));
  const first = [...root.querySelectorAll<HTMLImageElement>("img[fetchpriority=high]")];
  await inTime(Promise.allSettled(first.map((picture) => picture.decode())));
  await inTime(fetchScripts());
  delete document.documentElement.dataset.view;
  releaseImages();
}

/** Stops pictures from loading; returns a function that resumes them. */
function holdBack(pictures: Iterable<HTMLImageElement>): () => void {
  const paused = [...pictures].map((picture) => ({ picture, src: picture.src }));
  for (const { picture } of paused) picture.src = blankFor(picture);
  return () => {
    for (const { picture, src } of paused) picture.src = src;
  };
}

/** An empty picture with the same proportions, so that nothing below it moves. */
function blankFor(picture: HTMLImageElement): string {
  const size = ["width", "height"].map((name) => `${name}='${picture.getAttribute(name) ?? 0}'`);
  return `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' ${size.join(" ")}/>`;
}

/** The scripts wait in a template element. */
async function fetchScripts(): Promise<void> {
  const scripts = document.querySelector<HTMLTemplateElement>("#scripts")?.content;
  const main = scripts?.querySelector("script");
  if (!scripts || !main) return;
  await new Promise<unknown>((done) => {
    main.onload = main.onerror = done;
    document.head.append(scripts);
  });
}

async function inTime(coming: Promise<unknown>): Promise<void> {
  await Promise.race([coming, new Promise((late) => setTimeout(late, PATIENCE_MS))]);
}

const root = document.querySelector<HTMLElement>("#root");
if (root) {
  // Without its second font: src/community/grid/grid.css.
  document.documentElement.dataset.view = "first";
  try {
    show(root);
  } finally {
    rememberPress(root);
    void fetchInTurn(root);
  }
}
