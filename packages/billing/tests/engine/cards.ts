/** Card numbers of the sandbox, by their outcome. */
export const CARDS = {
  ok: "4242424242424242",
  declined: "4000000000000002",
  failsLater: "4000000000000341",
};
