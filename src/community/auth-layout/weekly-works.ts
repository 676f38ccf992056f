import { msg } from "../../language/text";
import ana from "./works/ana.webp";
import lowTide from "./works/low-tide.webp";
import meadow from "./works/meadow.webp";
import nightShift from "./works/night-shift.webp";
import oldGrowth from "./works/oldgrowth.webp";
import pines from "./works/pines.webp";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** A work on the auth layout. */
export interface AuthWork {
  src: string;
  width: number;
  height: number;
  title: string;
  artist: string;
  alt: string;
}

/** For each week, one tall work for wide screens and one wide work for phones. */
type Week = Record<"tall" | "wide", AuthWork>;

const WEEKS: readonly [Week, ...Week[]] = [
  {
    tall: {
      src: ana,
      width: 900,
      height: 1150,
      title: "Ana in August",
      artist: "Inês Duarte",
      alt: msg(
        "Portrait of a woman with a bun and a striped shirt before a yellow halo with leaves",
      ),
    },
    wide: {
      src: meadow,
      width: 1400,
      height: 500,
      title: "Meadow, Wide",
      artist: "Tove Lind",
      alt: msg("A wide meadow under a pink sky"),
    },
  },
  {
    tall: {
      src: oldGrowth,
      width: 900,
      height: 1250,
      title: "Old Growth",
      artist: "Yuki Tanabe",
      alt: msg("A bare ink tree in front of a red sun"),
    },
    wide: {
      src: nightShift,
      width: 1200,
      height: 850,
      title: "Night Shift",
      artist: "Kofi Mensah",
      alt: msg("City skyline at night in rain with neon reflections"),
    },
  },
  {
    tall: {
      src: pines,
      width: 1000,
      height: 1300,
      title: "Pines Before Rain",
      artist: "Tove Lind",
      alt: msg("Misty layers of pine forest in grey green"),
    },
    wide: {
      src: lowTide,
      width: 1200,
      height: 800,
      title: "Low Tide",
      artist: "Tove Lind",
      alt: msg("Violet hills and water at sunset"),
    },
  },
];

/** The works of the week of `at` (epoch milliseconds). */
export function worksOfWeek(at: number): Week {
  return WEEKS[Math.floor(at / WEEK_MS) % WEEKS.length] ?? WEEKS[0];
}
