import { useEffect } from "react";
import type { CSSProperties } from "react";
import { Toaster, toast } from "sonner";
import { TOASTER, TOAST_WIDTH_PX, openToasts } from "../shared/toasts";
import "./toaster.css";

/** Above fixed elements at the bottom of the window: the phone's bar, a field for comments. */
const OFFSET = { bottom: "calc(24px + var(--foot-height))" };
const PHONE_OFFSET = { bottom: "calc(12px + var(--foot-height))" };

/** The live region for toasts; there is one for the whole site. */
export function ToastArea() {
  // The library starts to listen in its own effect, so this effect runs after it.
  useEffect(() => openToasts(toast), []);
  return (
    <Toaster
      {...TOASTER}
      hotkey={[...TOASTER.hotkey]}
      offset={OFFSET}
      mobileOffset={PHONE_OFFSET}
      // The library reads its width from this property; React's style type has no custom
      // properties.
      style={{ "--width": `${TOAST_WIDTH_PX}px` } as CSSProperties}
    />
  );
}
