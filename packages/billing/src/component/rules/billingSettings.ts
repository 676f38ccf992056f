/** The engine's settings, where the rules leave a choice. */
export const BILLING_SETTINGS = {
  /** The currency while no catalogue is installed. ISO 4217, lower case. */
  default_currency: "usd",
  /**
   * Days after a failed renewal on which it is charged again. The last one ends the
   * grace period.
   */
  dunning_days: [1, 3, 5, 7],
  /** How long first answers to a key and closed purchases are kept. */
  retention_days: 30,
  /** Whole calendar years after the one of its issue for which an invoice is kept. docs/adr/0057. */
  invoice_years: 10,
} as const;
