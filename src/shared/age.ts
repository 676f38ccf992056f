import { numberLocale } from "../language/format";
import { t } from "../language/text";
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** How long ago something was, in the largest whole unit. Times in milliseconds. */
export function describeAge(at: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1000));
  const found = UNITS.find(([, length]) => seconds >= length);
  if (!found) return t("just now");
  const [unit, length] = found;
  const format = new Intl.RelativeTimeFormat(numberLocale(), { numeric: "always", style: "short" });
  return format.format(-Math.floor(seconds / length), unit);
}
