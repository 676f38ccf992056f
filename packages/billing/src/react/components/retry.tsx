import { Button } from "../../../../ui/src/button";
import { useTableFormat } from "../hooks/use-table-format";
import "./section.css";

interface RetryProps {
  message: string;
  onRetry: () => Promise<void>;
}

/** Says that something did not load, and loads it again when asked. */
export function Retry({ message, onRetry }: RetryProps) {
  const { t } = useTableFormat();
  return (
    <div className="billing-retry" role="alert">
      <p>{message}</p>
      <Button size="small" onClick={() => void onRetry()}>
        {t("retry")}
      </Button>
    </div>
  );
}
