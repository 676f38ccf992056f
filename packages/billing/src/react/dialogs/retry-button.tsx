import { Button } from "../../../../ui/src/button";
import { useBilling } from "../context";
import { useFormat } from "../hooks/use-format";

/** Reloads everything on screen, in the footer of a dialog whose content did not load. */
export function RetryButton() {
  const { t } = useFormat();
  const { refresh } = useBilling("RetryButton");
  return (
    <Button look="primary" size="large" onClick={() => void refresh()}>
      {t("retry")}
    </Button>
  );
}
