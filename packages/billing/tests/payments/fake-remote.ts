import type { CardDetails } from "../../src/component/payments/methods";
import { savedMethod } from "../../src/component/payments/methods";
import type {
  ChargeAnswer,
  RemoteProcessor,
  RemoteRequest,
} from "../../src/component/payments/processor";
import { CARDS } from "../engine/cards";

const DECLINED: ChargeAnswer = {
  status: "declined",
  code: "card_declined",
  message: "Your card was declined.",
};
const APPROVAL = "https://remote.example/approve";
const TOKEN_HASH_CHARS = 64;

/** What the fake does with a request: answers, loses the answer, or does not receive it. */
type Network = "fine" | "answers_are_lost" | "down";

/** A processor behind a network that can fail. */
export class FakeRemote implements RemoteProcessor {
  readonly kind = "remote";
  readonly savedMethod = savedMethod;
  network: Network = "fine";
  /** Every charge that was made: a repeated request makes no second one. */
  readonly charged: RemoteRequest[] = [];
  /** What was refunded, each with its charge. */
  readonly refunded: (readonly [charge: string, minor: number])[] = [];
  readonly answers = new Map<string, ChargeAnswer>();
  readonly sessions = new Map<string, RemoteRequest>();
  readonly #cards = new Map<string, string>();
  #pages = 0;

  openPage() {
    this.#pages += 1;
    const token = String(this.#pages).padStart(32, "0");
    return hash(token).then((tokenHash) => ({
      url: `http://127.0.0.1:3211/pay/${token}`,
      tokenHash,
    }));
  }

  async send(request: RemoteRequest): Promise<ChargeAnswer> {
    if (this.network === "down") throw new Error("Connection refused");
    const answer = this.answers.get(request.key) ?? this.#charge(request);
    if (this.network === "answers_are_lost") throw new Error("Connection reset");
    return await Promise.resolve(answer);
  }

  async refund({ key, minor }: RemoteRequest, chargeKey: string): Promise<ChargeAnswer> {
    if (this.network === "down") throw new Error("Connection refused");
    if (!this.answers.has(key)) this.refunded.push([chargeKey, minor]);
    this.answers.set(key, { status: "paid" });
    if (this.network === "answers_are_lost") throw new Error("Connection reset");
    return await Promise.resolve({ status: "paid" });
  }

  async find(key: string): Promise<ChargeAnswer | null> {
    if (this.network === "down") throw new Error("Connection refused");
    return await Promise.resolve(this.answers.get(key) ?? null);
  }

  async openSession(request: RemoteRequest): Promise<string> {
    this.sessions.set(request.key, request);
    return await Promise.resolve(`https://remote.example/session/${request.key}`);
  }

  async readEvent(request: Request) {
    if (request.headers.get("X-Signature") !== "good") return null;
    // The fake's own webhooks, as `report` writes them.
    return (await request.json()) as Awaited<ReturnType<RemoteProcessor["readEvent"]>>;
  }

  /** The customer enters a card on the session's page; null: it was refused there. */
  payOnPage(key: string, number: string): CardDetails | null {
    const request = this.sessions.get(key);
    if (!request) throw new Error(`No session ${key} was opened`);
    const isRefused = number === CARDS.declined;
    const fails = number === CARDS.failsLater && request.minor > 0;
    if (isRefused || fails) return null;
    this.useCard(request.customerId, number);
    this.answers.set(key, { status: "paid" });
    if (request.minor > 0) this.charged.push(request);
    return { brand: "visa", last4: number.slice(-4), exp_month: 12, exp_year: 2030 };
  }

  /** The card that a customer's next charges use. */
  useCard(customerId: string, number: string): void {
    this.#cards.set(customerId, number);
  }

  #charge(request: RemoteRequest): ChargeAnswer {
    const number = this.#cards.get(request.customerId);
    const answer = answerOf(number);
    this.answers.set(request.key, answer);
    if (answer.status === "paid") this.charged.push(request);
    return answer;
  }
}

function answerOf(number: string | undefined): ChargeAnswer {
  if (number === "4000000000003063") return { status: "requires_action", url: APPROVAL };
  return number === CARDS.ok ? { status: "paid" } : DECLINED;
}

async function hash(token: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  const hex = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0"));
  return hex.join("").slice(0, TOKEN_HASH_CHARS);
}
