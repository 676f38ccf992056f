import { ENVIRONMENT } from "../env";

const TAG_SERVICE_URL = "https://www.googletagmanager.com/gtm.js";

/**
 * Adds the web analytics tag to the page.
 *
 * @param id - A container id of the tag service.
 */
export function addAnalyticsTag(id: string): void {
  const page: Window & { dataLayer?: object[] } = window;
  page.dataLayer ??= [];
  page.dataLayer.push({ environment: ENVIRONMENT });
  page.dataLayer.push({ "gtm.start": Date.now(), event: "gtm.js" });
  const script = document.createElement("script");
  script.async = true;
  script.src = `${TAG_SERVICE_URL}?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}
