import { useEffect } from "react";
import type { CSSProperties } from "react";
import { Toaster, toast } from "sonner";
import { TOASTER, TOAST_WIDTH_PX, openToasts } from "../shared/toasts";
import "./toaster.css";

/** Above the phone's bottom bar. */
const PHONE_OFFSET = { bottom: "calc(88px + env(safe-area-inset-bottom))" };

/** The live region for toasts; there is one for the whole site. */
export function ToastArea() {
  // The library starts to listen in its own effect, so this effect runs after it.
  useEffect(() => openToasts(toast), []);
  return (
    <Toaster
      {...TOASTER}
      hotkey={[...TOASTER.hotkey]}
      mobileOffset={PHONE_OFFSET}
      // The library reads its width from this property; React's style type has no custom
      // properties.
      style={{ "--width": `${TOAST_WIDTH_PX}px` } as CSSProperties}
    />
  );
}
