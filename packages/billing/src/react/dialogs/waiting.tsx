import { DialogDescription, DialogTitle } from "../../../../ui/src/dialog";
import { Skeleton } from "../../../../ui/src/skeleton";
import { useFormat } from "../hooks/use-format";
import "./waiting.css";

interface WaitingProps {
  /** The texts to use. */
  about: "change" | "paywall";
  state: "loading" | "failed";
}

/** A dialog whose content is loading, or failed to load. */
export function Waiting({ about, state }: WaitingProps) {
  const { t } = useFormat();
  if (state === "failed") {
    return (
      <>
        <DialogTitle>{t(`${about}.failed`)}</DialogTitle>
        <DialogDescription>{t(`${about}.failed.message`)}</DialogDescription>
      </>
    );
  }
  return (
    <div aria-busy="true">
      <DialogTitle>{t(`${about}.loading`)}</DialogTitle>
      <DialogDescription>{t(`${about}.loading.message`)}</DialogDescription>
      <div className="billing-waiting">
        <Skeleton width="60%" height={14} />
        <Skeleton width="100%" height={48} />
        <Skeleton width="40%" height={24} />
      </div>
    </div>
  );
}
