import { DialogDescription, DialogTitle } from "../../../../ui/src/dialog";
import { Skeleton } from "../../../../ui/src/skeleton";
import { useFormat } from "../hooks/use-format";
import "./waiting.css";

interface WaitingProps {
  /** The texts to use. */
  what:
    | `${"change" | "paywall"}.${"loading" | "failed"}`
    /** The purchase continues in another tab. */
    | "paywall.elsewhere";
}

/** A dialog whose content is loading, failed to load, or comes from elsewhere. */
export function Waiting({ what }: WaitingProps) {
  const { t } = useFormat();
  const words = (
    <>
      <DialogTitle>{t(what)}</DialogTitle>
      <DialogDescription>{t(`${what}.message`)}</DialogDescription>
    </>
  );
  if (what.endsWith("failed")) return <div role="alert">{words}</div>;
  if (!what.endsWith("loading")) return words;
  return (
    <div aria-busy="true">
      {words}
      <div className="billing-waiting">
        <Skeleton width="60%" height={14} />
        <Skeleton width="100%" height={48} />
        <Skeleton width="40%" height={24} />
      </div>
    </div>
  );
}
