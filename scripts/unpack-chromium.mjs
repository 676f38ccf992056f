// Runs in a separate process, because the package unpacks into the environment's temporary folder,
// and unpacks its libraries only if the environment names a machine that lacks them. browser.ts
// sets both.
import chromium from "@sparticuz/chromium";

await chromium.executablePath();
