/** The catalogue's texts in German. Names of plans stay. */
export const CATALOGUE_TEXTS: Readonly<Record<string, string>> = {
  // Features and their units
  Uploads: "Uploads",
  Storage: "Speicher",
  storage: "Speicher",
  Collections: "Sammlungen",
  Seats: "Plätze",
  "4K and HDR uploads": "Uploads in 4K und HDR",
  "90-day insights": "Statistik über 90 Tage",
  "Supporter badge": "Abzeichen für Unterstützer",
  Boosts: "Boosts",
  "Tag ideas": "Tag-Ideen",
  Credits: "Credits",
  Prints: "Drucke",
  upload: "Upload",
  uploads: "Uploads",
  GB: "GB",
  TB: "TB",
  collection: "Sammlung",
  collections: "Sammlungen",
  seat: "Platz",
  seats: "Plätze",
  boost: "Boost",
  boosts: "Boosts",
  "tag idea": "Tag-Idee",
  "tag ideas": "Tag-Ideen",
  credit: "Credit",
  credits: "Credits",
  print: "Druck",
  prints: "Drucke",

  // How often
  once: "einmalig",
  "per day": "pro Tag",
  "per month": "pro Monat",
  "per quarter": "pro Quartal",
  "per year": "pro Jahr",
  ...{ Jan: "Jan.", Feb: "Feb.", Mar: "März", Apr: "Apr.", May: "Mai", Jun: "Juni", Jul: "Juli" },
  ...{ Aug: "Aug.", Sep: "Sept.", Oct: "Okt.", Nov: "Nov.", Dec: "Dez." },

  // Plans
  "Most popular": "Am beliebtesten",
  "Share your work and find your people.": "Zeig deine Werke und finde deine Leute.",
  "Room to publish every week.": "Platz, um jede Woche zu veröffentlichen.",
  "Creator for a year, two months free.": "Creator für ein Jahr, zwei Monate geschenkt.",
  "For artists who live from their work.": "Für alle, die von ihrer Kunst leben.",
  "Pro for a year, at $12 a month.": "Pro für ein Jahr, zu $12 im Monat.",
  "One plan for the whole studio: unlimited uploads for its owner and for each seat.":
    "Ein Tarif für das ganze Studio: unbegrenzt viele Uploads für den Inhaber und jeden Platz.",
  "Studio, paid every three months.": "Studio, alle drei Monate bezahlt.",
  "Credits that last a year.": "Credits, die ein Jahr gelten.",
  "Five prints of your own works, shipped to you.":
    "Fünf Drucke deiner eigenen Werke, zu dir nach Hause.",
  "A thank-you on your page, for good.": "Ein Dankeschön auf deiner Seite, für immer.",
  "50 GB more, on any plan.": "50 GB mehr, mit jedem Tarif.",
  "Twenty credits to try a boost with. They last three months.":
    "Zwanzig Credits, um einen Boost zu probieren. Sie gelten drei Monate.",
  "A thank-you for inviting an artist.": "Ein Dankeschön für deine Einladung.",
};

type Pattern = readonly [english: RegExp, german: (...values: string[]) => string];

/** Patterns; the first match is used. Values that are texts themselves are translated too. */
const PATTERNS: readonly Pattern[] = [
  // A line and its discount
  [/^(.+) \((.+)\)$/, (line, discount) => `${line} (${discount})`],
  [/^Unpaid invoice (.+)$/, (number) => `Offene Rechnung ${number}`],
  [/^Unlimited (.+)$/, (units) => `Unbegrenzt viele ${units}`],
  [/^then (.+) per (.+)$/, (price, units) => `dann ${price} je ${units}`],
  [/^(per .+) (per .+)$/, (units, often) => `${units} ${often}`],
  [/^per (.+)$/, (units) => `je ${units}`],
  [/^Remaining time on (.+) until (.+)$/, (what, day) => `${what}, restliche Zeit bis ${day}`],
  [/^Unused time on (.+) after (.+)$/, (what, day) => `${what}, ungenutzte Zeit ab ${day}`],
  [
    /^(.+) beyond the included (.+)$/,
    (units, some) => `${units} über die enthaltenen ${some} hinaus`,
  ],
  [/^([\d.,]+) more (.+)$/, (count, units) => `${count} ${units} mehr`],
  [/^([\d.,]+) (.+)$/, (count, units) => `${count} ${units}`],
  [/^([A-Z][a-z]{2}) (\d{1,2})$/, (month, day) => `${day}. ${month}`],
];

/**
 * The fields of billing's responses that contain the server's texts. Users' own texts are in other
 * fields.
 */
const WORDED = new Set([
  ...["primary_text", "secondary_text", "description", "recommend_text"],
  ...["singular", "plural", "feature_name", "gone", "price"],
]);
const FEATURE_TYPES = new Set([
  "boolean",
  "static",
  "single_use",
  "continuous_use",
  "credit_system",
]);

const NUMBER = /\$?(?<!\w)\d{1,3}(?:,\d{3})*(?:\.\d+)?(?!\w)/g;

/**
 * A response of billing with its texts in German. Unknown texts stay, such as names of plans and
 * people.
 */
export function billingInGerman<Answer>(answer: Answer): Answer {
  // The type stays, because only texts are replaced, by texts.
  return inGerman(answer, "") as Answer;
}

function inGerman(value: unknown, field: string): unknown {
  if (typeof value === "string") return WORDED.has(field) ? withGermanNumbers(say(value)) : value;
  if (Array.isArray(value)) return value.map((each: unknown) => inGerman(each, field));
  if (typeof value !== "object" || value === null) return value;
  const isFeature = "units" in value || ("type" in value && FEATURE_TYPES.has(String(value.type)));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      inGerman(each, isFeature && key === "name" ? "feature_name" : key),
    ]),
  );
}

function say(english: string): string {
  if (Object.hasOwn(CATALOGUE_TEXTS, english)) return CATALOGUE_TEXTS[english] ?? english;
  for (const [pattern, german] of PATTERNS) {
    const [, ...values] = pattern.exec(english) ?? [];
    if (values.length > 0) return german(...values.map(say));
  }
  return english;
}

/** "$1,234.50" becomes "1.234,50 $"; "4K" stays. */
function withGermanNumbers(text: string): string {
  return text.replaceAll(NUMBER, (number: string) => {
    const german = number
      .replace("$", "")
      .replaceAll(/[.,]/g, (mark) => (mark === "." ? "," : "."));
    return number.startsWith("$") ? `${german}\u00a0$` : german;
  });
}
