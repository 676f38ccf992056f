import type { ReactNode } from "react";
import { Skeleton } from "../../../../ui/src/skeleton";
import { VisuallyHidden } from "../../../../ui/src/visually-hidden";
import { useFormat } from "../hooks/use-format";
import { RedeemForm } from "./redeem-form";
import { ReferralList } from "./referral-list";
import { Retry } from "./retry";
import { Section } from "./section";
import { ShareCode } from "./share-code";
import { useReferral } from "./use-referral";
import "./referral-card.css";

export interface ReferralCardProps {
  /** The program of the provider's catalogue. */
  programId: string;
  /** Where a friend begins with a code: an absolute address. Default: the code alone is shared. */
  linkFor?: ((code: string) => string) | undefined;
  /** A code that came with the address; it is filled in, not redeemed. */
  givenCode?: string | undefined;
  /** What both sides get, and when. */
  children?: ReactNode;
}

/**
 * One's own code to copy and share, who used it, and a place for the code of a friend.
 *
 * @see Spec §1, "referral codes"
 */
export function ReferralCard({ programId, linkFor, givenCode, children }: ReferralCardProps) {
  const { t } = useFormat();
  const referral = useReferral(programId);
  const { code, isLoading, refetch } = referral;
  return (
    <div className="billing-referral" data-slot="referral-card">
      <Section title={t("referral.yours")} slot="referral-code">
        {children}
        {code !== null && <ShareCode code={code} link={linkFor?.(code)} />}
        {code === null && isLoading && (
          <p role="status">
            <VisuallyHidden>{t("referral.loading")}</VisuallyHidden>
            <Skeleton width="220px" height={44} />
          </p>
        )}
        {code === null && !isLoading && <Retry message={t("referral.failed")} onRetry={refetch} />}
        <ReferralList referrals={referral.referrals} />
      </Section>
      <Section title={t("referral.redeem")} slot="referral-redeem">
        <RedeemForm {...referral} givenCode={givenCode ?? ""} />
      </Section>
    </div>
  );
}
