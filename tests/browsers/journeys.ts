import { randomInt } from "node:crypto";
import { until } from "./tab";
import type { Tab } from "./tab";

interface Journey {
  name: string;
  run: (tab: Tab, site: string) => Promise<void>;
}

const PASSWORD = "Gouache&7suns";

/** An element whose text contains some words. */
const shows = (selector: string, text: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].some((node) => node.textContent.includes(${JSON.stringify(text)}))`;
const isThere = (selector: string) =>
  `document.querySelector(${JSON.stringify(selector)}) !== null`;

/**
 * The most frequent user journeys, in the order in which a member meets them. Each continues where
 * the previous one ended.
 */
export const JOURNEYS: readonly Journey[] = [
  {
    name: "a visitor opens a work and comes back to the same place",
    run: async (tab, site) => {
      await tab.open(`${site}/`);
      await until(tab, isThere("article a[href^='/a/']"));
      // Hydrated: the frame has loaded its last part.
      await until(tab, "document.readyState === 'complete'");
      await tab.click("article a[href^='/a/']");
      await until(tab, isThere(".viewer h1"));
      await until(tab, "document.title.endsWith(' · Spotlight')");
      await tab.read("history.back()");
      await until(tab, `location.pathname === "/" && ${isThere("article")}`);
    },
  },
  {
    name: "a page has the same width before and after it has loaded",
    run: async (tab, site) => {
      await tab.open(`${site}/pricing`);
      await until(tab, isThere("#content"));
      const before = await tab.read("document.documentElement.clientWidth");
      await until(tab, shows("#content", "Side by side"));
      const after = await tab.read("document.documentElement.clientWidth");
      if (before !== after)
        throw new Error(`The page was ${String(before)}, and is ${String(after)} pixels wide`);
    },
  },
  {
    name: "a search finds works",
    run: async (tab, site) => {
      await tab.open(`${site}/explore?q=harbour`);
      await until(tab, shows("h1", "harbour"));
      await until(tab, isThere("article"));
    },
  },
  {
    name: "a member signs up",
    run: async (tab, site) => {
      await tab.open(`${site}/sign-up?next=%2F`);
      await until(tab, isThere("input[autocomplete=username]"));
      await tab.type("input[autocomplete=username]", `member.${randomInt(1e9)}`);
      await tab.type("input[autocomplete=new-password]", PASSWORD);
      await tab.click("form button[type=submit]");
      await until(tab, `location.pathname === "/" && ${isThere("[aria-label^='Account of']")}`);
    },
  },
  {
    name: "a like is kept",
    run: async (tab, site) => {
      const like = ".viewer button[aria-label^='Like']";
      await tab.open(`${site}/explore`);
      await until(tab, isThere("article a[href^='/a/']"));
      await tab.click("article a[href^='/a/']");
      await until(tab, isThere(`${like}[aria-pressed=false]`));
      await tab.click(like);
      await until(tab, isThere(".viewer button[aria-pressed=true]"));
      const address = String(await tab.read("location.pathname"));
      await tab.click("header a[href='/']");
      await until(tab, `location.pathname === "/" && ${isThere("main h1, main nav, article")}`);
      await tab.open(`${site}${address}`);
      await until(tab, isThere(".viewer button[aria-pressed=true]"));
    },
  },
  {
    name: "a paywall that the mouse opened gives the focus back",
    run: async (tab, site) => {
      await tab.open(`${site}/insights`);
      await until(tab, shows("label", "90 days"));
      await until(tab, isThere("main h1"));
      await tab.click("input[type=radio][value='90']");
      await until(tab, isThere("[role=dialog]"));
      await tab.escape();
      await until(tab, `!${isThere("[role=dialog]")}`);
      await until(tab, "document.activeElement.matches('input[type=radio], label')");
    },
  },
];
