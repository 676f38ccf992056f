/** Card numbers that the sandbox publishes, by what becomes of them. */
export const CARDS = {
  ok: "4242424242424242",
  declined: "4000000000000002",
  failsLater: "4000000000000341",
};
