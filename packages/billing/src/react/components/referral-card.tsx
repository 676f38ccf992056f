import type { ReactNode } from "react";
import { Skeleton } from "../../../../ui/src/skeleton";
import { VisuallyHidden } from "../../../../ui/src/visually-hidden";
import { useFormat } from "../hooks/use-format";
import { RedeemForm } from "./redeem-form";
import { ReferralList } from "./referral-list";
import { Retry } from "./retry";
import { Section } from "./section";
import { ShareCode } from "./share-code";
import { useReferral } from "../hooks/use-referral";
import "./referral-card.css";

export interface ReferralCardProps {
  /** The program's id in the catalogue. */
  programId: string;
  /**
   * Returns the absolute URL where a friend starts with a code. Default: customers
   * share only the code.
   */
  linkFor?: ((code: string) => string) | undefined;
  /** A code from the page's URL. The form contains it, but does not redeem it. */
  givenCode?: string | undefined;
  /** The terms of the program. */
  children?: ReactNode;
}

/**
 * The customer's referral code to copy and share, its redemptions, and a form for
 * a friend's code.
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
