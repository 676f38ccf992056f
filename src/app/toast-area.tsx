import { useEffect } from "react";
import type { CSSProperties } from "react";
import { Toaster, toast } from "sonner";
import { TOASTER, TOAST_WIDTH_PX, openToasts } from "../shared/toasts";
import "./toaster.css";

/** Above the phone's bottom bar. */
const PHONE_OFFSET = { bottom: "calc(88px + env(safe-area-inset-bottom))" };

/** Where news is shown; one region for the whole site. */
export function ToastArea() {
  // After the library's own effect, which is when it begins to listen.
  useEffect(() => openToasts(toast), []);
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
