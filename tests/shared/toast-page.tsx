import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { toast } from "sonner";
import { ToastArea } from "../../src/app/toast-area";

/**
 * Opens the place for news, beside something, without the news of the tests before: what is still
 * shown by then is shown again, and takes what comes under the same id away with itself.
 */
export function openToastArea(beside?: ReactNode): void {
  // Before anybody listens, they are gone at once.
  toast.dismiss();
  render(
    <>
      <ToastArea />
      {beside}
    </>,
  );
}
