import type { Texts } from "../catalogue";

/** The texts of src/community/referrals, in German. */
export const REFERRALS = {
  "Invite an artist with your code. You both get 200 credits 30 days after they first pay for a plan, unless that payment is refunded. The credits last three months. A free trial doesn’t count until its first payment.":
    "Lade jemanden mit deinem Code ein. 30 Tage nach der ersten Zahlung für einen Tarif bekommt ihr beide 200 Credits, wenn das Geld nicht zurückgeht. Sie gelten drei Monate. Ein Probezeitraum zählt noch nicht, seine erste Zahlung schon.",
  "Sign in to invite artists": "Melde dich an, um andere einzuladen",
  "Your code and its rewards belong to your account.":
    "Dein Code und seine Belohnungen gehören zu deinem Konto.",
  "You’re invited to Spotlight": "Du bist zu Spotlight eingeladen",
  "Share your art, and use a friend’s code. When you first pay for a plan, you both get 200 credits.":
    "Zeig deine Kunst, mit dem Code einer Freundin oder eines Freundes. Sobald du zum ersten Mal für einen Tarif zahlst, bekommt ihr beide 200 Credits.",
} as const satisfies Texts;
