import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { toast } from "sonner";
import { ToastArea } from "../../src/app/toast-area";

/**
 * Opens the toast area beside some content, without the toasts of earlier tests, which would
 * otherwise reappear and remove later ones with the same id.
 */
export function openToastArea(beside?: ReactNode): void {
  // Without a listener, they disappear immediately.
  toast.dismiss();
  render(
    <>
      <ToastArea />
      {beside}
    </>,
  );
}
