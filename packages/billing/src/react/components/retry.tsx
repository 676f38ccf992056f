import { Button } from "../../../../ui/src/button";
import { useTableFormat } from "../hooks/use-table-format";
import "./section.css";

interface RetryProps {
  message: string;
  onRetry: () => Promise<void>;
}

/** A message that something did not load, with a retry button. */
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
