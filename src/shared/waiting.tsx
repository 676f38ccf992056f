import { t } from "../language/text";
import { Spinner } from "../../packages/ui/src/spinner";
import { VisuallyHidden } from "../../packages/ui/src/visually-hidden";
import "./waiting.css";

/** Shown in place of a loading page, after a moment. */
export function Waiting() {
  return (
    <div className="app-waiting" role="status">
      <Spinner />
      <VisuallyHidden>{t("Loading")}</VisuallyHidden>
    </div>
  );
}
