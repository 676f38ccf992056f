import { existsSync } from "node:fs";
import puppeteer from "puppeteer-core";
import type { Found, Tab } from "./tab";

const PATHS = ["/usr/bin/firefox-esr", "/usr/bin/firefox", "/snap/bin/firefox"];

/** Firefox, driven over WebDriver BiDi, which it speaks itself. */
export function findFirefox(): Found {
  const executablePath = [process.env["FIREFOX_PATH"] ?? "", ...PATHS].find(existsSync);
  const name = "Firefox";
  if (executablePath === undefined) {
    return { name, kind: "missing", how: "apt-get install firefox-esr, or FIREFOX_PATH=…" };
  }
  return { name, kind: "found", start: async () => await start(executablePath) };
}

async function start(executablePath: string): Promise<Tab> {
  const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
  const page = await browser.newPage();
  // The site asks for confirmation before the user leaves during an upload. WebKit's driver
  // confirms by itself.
  page.on("dialog", (dialog) => void dialog.accept());
  await page.setViewport({ width: 1280, height: 900 });
  return {
    open: async (address) => void (await page.goto(address, { waitUntil: "domcontentloaded" })),
    read: async (expression) => await page.evaluate(expression),
    click: async (selector) => await page.click(selector),
    type: async (selector, text) => await page.type(selector, text),
    escape: async () => await page.keyboard.press("Escape"),
    close: async () => await browser.close(),
  };
}
