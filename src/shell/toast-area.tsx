import type { CSSProperties } from "react";
import { Toaster } from "sonner";
import { TOASTER, TOAST_WIDTH_PX } from "./toasts";
import "./toaster.css";

/** Above the phone's bottom bar. */
const PHONE_OFFSET = { bottom: "calc(88px + env(safe-area-inset-bottom))" };

/** Where news is shown; one region for the whole site. */
export function ToastArea() {
  return (
    <Toaster
      {...TOASTER}
      hotkey={[...TOASTER.hotkey]}
      mobileOffset={PHONE_OFFSET}
      // The library reads its width from here; React's style type knows no custom properties.
      style={{ "--width": `${TOAST_WIDTH_PX}px` } as CSSProperties}
    />
  );
}
