import { httpAction } from "../_generated/server";
import { refuseOutsideSandbox } from "../platform/mode";
import { FONT_BASE64 } from "./fontData";

export const FONT_PATH = "/sandbox/font.woff2";

/** The font of the hosted pages. Its address never serves other bytes. */
export const showFont = httpAction(async () => {
  if (refuseOutsideSandbox()) return await Promise.resolve(new Response(null, { status: 404 }));
  const bytes = Uint8Array.from(atob(FONT_BASE64), (char) => char.charCodeAt(0));
  const headers = {
    "Content-Type": "font/woff2",
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
  };
  return await Promise.resolve(new Response(bytes, { headers }));
});
