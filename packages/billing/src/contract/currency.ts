const ZERO_DECIMAL_CURRENCIES = new Set(
  "bif clp djf gnf isk jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf".split(" "),
);
const THREE_DECIMAL_CURRENCIES = new Set("bhd iqd jod kwd lyd omr tnd".split(" "));

/**
 * The number of decimals of a charge in a currency. `Intl` differs: it displays some currencies
 * without the hundredths that are charged.
 *
 * @param currency - ISO 4217 code, any case.
 * @returns 0, 2 or 3.
 */
export function minorDigits(currency: string): 0 | 2 | 3 {
  const code = currency.toLowerCase();
  if (ZERO_DECIMAL_CURRENCIES.has(code)) return 0;
  return THREE_DECIMAL_CURRENCIES.has(code) ? 3 : 2;
}
