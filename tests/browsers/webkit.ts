import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Builder, By, Key } from "selenium-webdriver";
import type { WebDriver } from "selenium-webdriver";
import type { Found, Tab } from "./tab";

const DRIVER = "/usr/bin/WebKitWebDriver";
const SCREEN = "/usr/bin/Xvfb";
const LIBRARIES = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"];
const START_TRIES = 50;
const PAUSE_MS = 200;

/** WebKitGTK's small browser, driven by its own WebDriver on a separate screen. */
export function findWebKit(): Found {
  const name = "WebKit";
  const browser = findBrowser();
  if (browser !== undefined && [DRIVER, SCREEN].every(existsSync)) {
    return { name, kind: "found", start: async () => await start(browser) };
  }
  return { name, kind: "missing", how: "apt-get install webkit2gtk-driver xvfb" };
}

function findBrowser(): string | undefined {
  const folders = LIBRARIES.filter(existsSync).flatMap((library) =>
    readdirSync(library)
      .filter((folder) => folder.startsWith("webkit2gtk-"))
      .map((folder) => join(library, folder, "MiniBrowser")),
  );
  return folders.find(existsSync);
}

async function start(binary: string): Promise<Tab> {
  const number = 90 + (process.pid % 400);
  const port = 20_000 + (process.pid % 10_000);
  const quiet = { stdio: "ignore" } as const;
  const screen = spawn(SCREEN, [`:${number}`, "-screen", "0", "1280x1000x24"], quiet);
  // The sandbox needs rights that containers do not have; only this project's site is opened.
  const env = { ...process.env, DISPLAY: `:${number}`, LIBGL_ALWAYS_SOFTWARE: "1" };
  const sandbox = { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" };
  const driver = spawn(DRIVER, [`--port=${port}`], { ...quiet, env: { ...env, ...sandbox } });
  const end = () => [driver, screen].forEach((child: ChildProcess) => child.kill());
  try {
    return tabOf(await connect(`http://127.0.0.1:${port}`, binary), end);
  } catch (error) {
    end();
    throw error;
  }
}

async function connect(server: string, binary: string): Promise<WebDriver> {
  const options = { binary, args: ["--automation"] };
  const wanted = { browserName: "MiniBrowser", "webkitgtk:browserOptions": options };
  for (let tries = 1; ; tries++) {
    try {
      return await new Builder().usingServer(server).withCapabilities(wanted).build();
    } catch (error) {
      // The driver has not opened its port yet.
      if (tries === START_TRIES) throw error;
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  }
}

function tabOf(driver: WebDriver, end: () => void): Tab {
  const find = async (selector: string) => await driver.findElement(By.css(selector));
  return {
    open: async (address) => await driver.get(address),
    read: async (expression) => await driver.executeScript(`return (${expression});`),
    click: async (selector) => await (await find(selector)).click(),
    type: async (selector, text) => await (await find(selector)).sendKeys(text),
    escape: async () => await driver.actions().sendKeys(Key.ESCAPE).perform(),
    close: async () => {
      await driver.quit().catch(() => undefined);
      end();
    },
  };
}
