/** The texts of a mail. Numbers, money and dates are formatted already. */
export interface Words {
  subject: string;
  paragraphs: readonly string[];
  button: string;
}

/** The mails about billing in one language. */
export interface BillingTexts {
  receipt: (about: { invoice: string; total: string }) => Words;
  becameCredit: (about: { invoice: string; total: string }) => Words;
  /** `retries`: whether the card is charged again, at the dates below. */
  failed: (about: { invoice: string; total: string; retries: boolean }) => Words;
  refund: (about: { invoice: string; note: string; total: string }) => Words;
  /** The card did not take a refund that an earlier mail announced. */
  refundFailed: (about: { invoice: string; note: string; amount: string }) => Words;
  trialEnding: (about: { plan: string; date: string }) => Words;
  /** `amount`: null if unknown. */
  renewal: (about: { plan: string; date: string; amount: string | null }) => Words;
  cardExpiring: (about: { card: string; month: string }) => Words;
  total: (amount: string) => string;
  byCard: (amount: string) => string;
  withCredit: (amount: string) => string;
  toCard: (amount: string) => string;
  asCredit: (amount: string) => string;
  footer: (username: string) => string;
}
