// A process of its own, because the package unpacks to the temporary folder of the environment, and
// its libraries only where the environment names a machine that lacks them. Both are set by
// browser.ts.
import chromium from "@sparticuz/chromium";

await chromium.executablePath();
