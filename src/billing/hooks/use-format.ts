import { useMemo } from "react";
import { useBilling } from "../context";
import { formatDate, formatMoney } from "../messages/format";

/**
 * Money and dates in the provider's locale; by default money in en-US, dates
 * in the browser's own.
 */
export function useFormat() {
  const { locale } = useBilling("useFormat");
  return useMemo(
    () => ({
      locale,
      /** Major units. */
      money: (amount: number, currency: string) => formatMoney(amount, currency, locale),
      /** Epoch milliseconds. */
      date: (at: number) => formatDate(at, locale),
    }),
    [locale],
  );
}
