import { t } from "../language/text";
import { Spinner } from "../../packages/ui/src/spinner";
import { VisuallyHidden } from "../../packages/ui/src/visually-hidden";
import "./waiting.css";

/** Shown, after a moment, in place of a page that loads. */
export function Waiting() {
  return (
    <div className="app-waiting" role="status">
      <Spinner />
      <VisuallyHidden>{t("Loading")}</VisuallyHidden>
    </div>
  );
}
