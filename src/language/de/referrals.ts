import type { Texts } from "../catalogue";

/** The texts of src/community/referrals, in German. */
export const REFERRALS = {
  "Invite an artist with your code. When they first pay for a plan, you both get 200 credits. They last three months. A free trial does not count yet; its first payment does.":
    "Lade jemanden mit deinem Code ein. Bei der ersten Zahlung für einen Tarif bekommt ihr beide 200 Credits. Sie gelten drei Monate. Ein Probezeitraum zählt noch nicht, seine erste Zahlung schon.",
  "Sign in to invite artists": "Melde dich an, um andere einzuladen",
  "Your code and its rewards belong to your account.":
    "Dein Code und seine Belohnungen gehören zu deinem Konto.",
} as const satisfies Texts;
