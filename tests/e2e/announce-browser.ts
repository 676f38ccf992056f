import { findBrowser } from "../../scripts/browser";

/** Says which browser the tests use, and stops before the first one where there is none. */
export default function announceBrowser(): void {
  console.log(`Browser: ${findBrowser(process.env).name}`);
}
