import type { BillingTexts } from "./words";

export const ENGLISH: BillingTexts = {
  receipt: ({ invoice, total }) => ({
    subject: `Your receipt ${invoice}`,
    paragraphs: [`Thank you. ${total} is paid.`],
    button: "Open the invoice",
  }),
  becameCredit: ({ invoice, total }) => ({
    subject: `Your invoice ${invoice}`,
    paragraphs: [`You have ${total} more credit. Your next invoices use it.`],
    button: "Open the invoice",
  }),
  failed: ({ invoice, total, retries }) => ({
    subject: `Your payment of ${total} failed`,
    paragraphs: [
      `Invoice ${invoice} of ${total} could not be paid with your card.`,
      retries
        ? "Pay it now, or check your card in your settings. Otherwise we try again on:"
        : "Pay it now to keep your plan, or choose another card in your settings.",
    ],
    button: "Pay the invoice",
  }),
  refund: ({ invoice, note, total }) => ({
    subject: `Your refund of ${total}`,
    paragraphs: [`We refund ${total} of invoice ${invoice}. This is credit note ${note}.`],
    button: "Open the credit note",
  }),
  refundFailed: ({ invoice, note, amount }) => ({
    subject: `Your refund of ${amount} came back`,
    paragraphs: [
      `We sent you ${amount} of invoice ${invoice}, with credit note ${note}. Your bank has sent it back, so you do not have it yet.`,
      "Credit note and refund are void. We were told, and look for another way. If your card has changed, save the new one in your settings.",
    ],
    button: "Open the invoice",
  }),
  trialEnding: ({ plan, date }) => ({
    subject: `Your trial of ${plan} ends on ${date}`,
    paragraphs: [
      `Your trial of ${plan} ends on ${date}. Then the plan begins, and your card is charged.`,
      "If you do not want that, cancel before that day.",
    ],
    button: "See your plan",
  }),
  renewal: ({ plan, date, amount }) => ({
    subject: `${plan} renews on ${date}`,
    paragraphs: [
      `Your plan ${plan} renews for another year on ${date}.`,
      amount === null
        ? "Your card is charged then."
        : `${amount} is due then. What your credit does not cover is charged to your card.`,
      "If you do not want that, cancel before that day.",
    ],
    button: "See your plan",
  }),
  cardExpiring: ({ card, month }) => ({
    subject: "Your card expires soon",
    paragraphs: [
      `Your card ${card} expires at the end of ${month}.`,
      "Add another one to keep your plan.",
    ],
    button: "Change your card",
  }),
  total: (amount) => `Total: ${amount}`,
  byCard: (amount) => `Paid by card: ${amount}`,
  withCredit: (amount) => `Paid with credit: ${amount}`,
  toCard: (amount) => `To your card: ${amount}`,
  asCredit: (amount) => `As credit: ${amount}`,
  footer: (username) => `This mail is about the payments of @${username} on Spotlight.`,
};
