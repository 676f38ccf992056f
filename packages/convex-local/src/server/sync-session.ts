import type { Runtime } from "../runtime/runtime";
import type { Rounds } from "../runtime/rounds";
import type { Call, RequestOrigin } from "../runtime/types";
import type { Database } from "../store/database";
import { clientOf, nameOf, Overloaded, type Admission } from "./admission";
import { AuthFailure, ANONYMOUS, type Authenticate, type Credential } from "./auth";
import { addressOf, decodeU64, encodeU64, isNamed, responseOf } from "./protocol";
import type { ClientMessage, FunctionRequest, MessageOf, ServerMessage, Version } from "./protocol";
import { memoryOfParsed, parseInTurn } from "./large-json";
import type { Held, Memory } from "./memory";
import { MAX_SUBSCRIPTIONS, QuerySet } from "./query-set";

export interface SessionBackend {
  database: Database;
  runtime: Pick<Runtime, "answer" | "release" | "mutation" | "clientAction"> & {
    readonly queue: Pick<Runtime["queue"], "width">;
  };
  authenticate: Authenticate;
  admission: Admission;
  memory: Memory;
  /** The owner of the turns in which large messages are parsed. */
  parsing: Rounds;
  /** The owner of the turns in which clients get updates. */
  pushes: Rounds;
}

export interface SessionSocket {
  /** The client's address, and what functions get of it. */
  address: string;
  request?: RequestOrigin;
  /** Sends one message as JSON; calls back when it has left this process's memory. */
  send: (text: string, onSent: () => void) => void;
  /** Resolves when the client has received what was sent. */
  drained: () => Promise<void>;
  close: (code: number, reason: string) => void;
}

const POLICY_VIOLATION = 1008;
const INTERNAL_ERROR = 1011;
const NEVER = encodeU64(0n);

const noop = () => undefined;

function messageOf(value: unknown): ClientMessage | null {
  // Only the fields that affect other clients are checked.
  const message = value as ClientMessage | null;
  return typeof message === "object" && message && isNamed(message) ? message : null;
}

/**
 * One client's connection. Versions `{querySet, identity, ts}` chain every
 * transition to the one before; one transition is built at a time, and all its
 * queries see one snapshot.
 */
export class SyncSession {
  private sessionId: string | null = null;
  private clockSkewMs: number | null = null;
  private sent: Version = { querySet: 0, identity: 0, ts: NEVER };
  private received = { querySet: 0, identity: 0 };
  private credential: Credential = ANONYMOUS;
  private readonly queries: QuerySet;
  /** The client waits for a transition even if nothing changed. */
  private owed = false;
  private wanted = false;
  private updating = false;
  private isOpen = true;
  private inbox: Promise<void> = Promise.resolve();
  private outbox: Promise<void> = Promise.resolve();
  /** Mutations of this connection keep their order, also when its client signs in between them. */
  private line = { client: "", entry: Promise.resolve() };

  constructor(
    private readonly backend: SessionBackend,
    private readonly socket: SessionSocket,
  ) {
    this.queries = new QuerySet(
      backend.runtime,
      () => this.schedule(),
      (thing) => this.hold(thing),
    );
  }

  /**
   * Messages are handled in order; only authentication and the parsing of a large
   * message delay the next. Resolves when it is handled.
   */
  receive(text: string): Promise<void> {
    this.inbox = this.inbox
      .then(() => (this.isOpen ? parseInTurn(this.backend.parsing, this.client, text) : null))
      .then((value) => this.handle(messageOf(value), text))
      .catch((error: unknown) => this.fail(error));
    return this.inbox;
  }

  close(): void {
    this.isOpen = false;
    this.queries.close();
  }

  private async handle(message: ClientMessage | null, text: string): Promise<void> {
    if (!this.isOpen) return;
    if (message === null || (this.sessionId === null && message.type !== "Connect")) {
      this.fatal("BadRequest: not a message, or the first one is not Connect");
      return;
    }
    switch (message.type) {
      case "Connect":
        this.connect(message);
        break;
      case "ModifyQuerySet":
        this.modifyQuerySet(message);
        break;
      case "Authenticate":
        await this.authenticate(message);
        break;
      case "Mutation":
        this.mutate(message, text);
        break;
      case "Action":
        this.act(message, text);
        break;
      case "Event":
        break;
    }
  }

  private connect({ sessionId, maxObservedTimestamp = NEVER, clientTs }: MessageOf<"Connect">) {
    const seen = decodeU64(maxObservedTimestamp);
    if (seen === null) {
      this.fatal("BadRequest: maxObservedTimestamp is not a timestamp");
    } else if (seen > this.backend.database.head.ts) {
      // The client has seen data that this folder does not have. It may reconnect.
      this.end(INTERNAL_ERROR, "InternalServerError: the client has seen a later timestamp");
    } else {
      this.sessionId = sessionId;
      this.clockSkewMs = clientTs === undefined ? null : clientTs - Date.now();
    }
  }

  private modifyQuerySet(message: MessageOf<"ModifyQuerySet">): void {
    if (!this.isNext(message.baseVersion, "querySet")) return;
    this.queries.modify(message.modifications);
    if (this.queries.size > MAX_SUBSCRIPTIONS) {
      this.fatal(`TooManyQueries: one client can watch at most ${MAX_SUBSCRIPTIONS} queries`);
      return;
    }
    this.received.querySet = message.newVersion;
    this.owe();
  }

  private async authenticate(message: MessageOf<"Authenticate">): Promise<void> {
    if (!this.isNext(message.baseVersion, "identity")) return;
    try {
      const { tokenType, value, impersonating } = message;
      const text = typeof value === "string" ? value : "";
      this.credential = await this.backend.authenticate(tokenType, text, impersonating);
    } catch (error) {
      this.refuse(error, true);
      return;
    }
    this.received.identity += 1;
    this.queries.invalidateAll();
    this.owe();
  }

  private isNext(baseVersion: number, kind: "querySet" | "identity"): boolean {
    const expected = this.received[kind];
    if (baseVersion === expected) return true;
    this.fatal(`BaseVersionMismatch: ${kind} ${baseVersion}, expected ${expected}`);
    return false;
  }

  private mutate(message: FunctionRequest, text: string): void {
    const call = this.toCall(message);
    if (call === null || this.sessionId === null) return;
    const release = this.hold(memoryOfParsed(text));
    const { requestId } = message;
    const request = { sessionId: this.sessionId, requestId, by: nameOf(call.caller) };
    const running = this.inLine(call.client, () => this.backend.runtime.mutation(call, request));
    // At once, ahead of the queue of messages.
    running.catch((error: unknown) => this.fail(error)).finally(release);
    this.outbox = this.outbox
      .then(async () => {
        const run = await running.catch(() => null);
        if (run === null) return;
        const ts = run.ts === null ? null : encodeU64(run.ts);
        this.answer({ type: "MutationResponse", requestId, ...responseOf(run), ts });
      })
      .catch((error: unknown) => this.fail(error));
  }

  private inLine<T>(client: string, run: () => Promise<T>): Promise<T> {
    const { line, outbox } = this;
    const before = client === line.client ? line.entry : line.entry.then(() => outbox);
    // A client that does not read gets no further messages.
    const entry = before.then(() => this.socket.drained());
    const running = this.backend.admission.admit(client, () => entry.then(run));
    // If they ran concurrently, a later mutation could be committed before an earlier one.
    const isSerial = this.backend.runtime.queue.width === 1;
    this.line = { client, entry: isSerial ? entry : running.then(noop, noop) };
    return running;
  }

  private act(message: FunctionRequest, text: string): void {
    const call = this.toCall(message);
    if (call === null) return;
    const release = this.hold(memoryOfParsed(text));
    const { requestId } = message;
    const { admission, runtime } = this.backend;
    admission
      .admit(call.client, () => this.socket.drained().then(() => runtime.clientAction(call)))
      .then((run) => this.answer({ type: "ActionResponse", requestId, ...responseOf(run) }))
      .catch((error: unknown) => this.fail(error))
      .finally(release);
  }

  private toCall(request: FunctionRequest): (Call & { client: string }) | null {
    if (this.refuseExpired()) return null;
    const by = { caller: this.credential.caller, client: this.client };
    const { request: origin = {} } = this.socket;
    return { ...addressOf(request), ...by, request: origin };
  }

  private get client(): string {
    return clientOf(this.credential.caller, this.socket.address);
  }

  private answer(message: ServerMessage): void {
    this.send(message);
    this.owe();
  }

  private owe(): void {
    this.owed = true;
    this.schedule();
  }

  private schedule(): void {
    this.wanted = true;
    if (this.updating) return;
    this.updating = true;
    this.update().catch((error: unknown) => this.fail(error));
  }

  private async update(): Promise<void> {
    while (this.wanted && this.isOpen) {
      this.wanted = false;
      await this.socket.drained();
      await this.transition();
    }
    this.updating = false;
  }

  private async transition(): Promise<void> {
    if (this.refuseExpired()) return;
    const { owed, credential, received, client } = this;
    this.owed = false;
    const snapshot = this.backend.database.head;
    const endVersion: Version = { ...received, ts: encodeU64(snapshot.ts) };
    const { modifications, release } = await this.queries.refresh(
      credential.caller,
      client,
      snapshot,
    );
    try {
      this.wanted ||= this.queries.isStale;
      if (modifications.length === 0 && !owed) return;
      // A thousand clients are updated one after another, so that the thread can do other work in
      // between.
      await this.backend.pushes.take(client, () => {
        release();
        this.tell(endVersion, modifications);
      });
    } finally {
      release();
    }
  }

  private tell(endVersion: Version, modifications: readonly string[]): void {
    const fields = JSON.stringify({
      type: "Transition",
      startVersion: this.sent,
      endVersion,
      clientClockSkew: this.clockSkewMs,
      serverTs: Date.now() * 1_000_000,
    });
    // The answers are text already, shared by all their watchers.
    const text = `${fields.slice(0, -1)},"modifications":[${modifications.join(",")}]}`;
    if (this.isOpen) this.deliver(text);
    this.sent = endVersion;
  }

  /** Counts the text until it is sent. */
  private deliver(text: string): void {
    this.socket.send(text, this.hold({ bytes: text.length }));
  }

  private hold(thing: Held): () => void {
    return this.backend.memory.hold(this.socket.address, thing);
  }

  private refuseExpired(): boolean {
    if (this.credential.expiresAtMs > Date.now()) return false;
    this.refuse(new AuthFailure("InvalidAuthHeader", "Token expired"), false);
    return true;
  }

  private refuse(error: unknown, authUpdateAttempted: boolean): void {
    if (!(error instanceof AuthFailure)) throw error;
    const text = `${error.code}: ${error.message}`;
    const baseVersion = this.sent.identity;
    this.send({ type: "AuthError", error: text, baseVersion, authUpdateAttempted });
    this.end(POLICY_VIOLATION, error.code);
  }

  /** The client broke the protocol and must not reconnect. */
  private fatal(error: string): void {
    this.send({ type: "FatalError", error });
    this.end(POLICY_VIOLATION, "FatalError");
  }

  /** Closes the connection. The client reconnects by itself, later if it exceeded a limit. */
  fail(error: unknown): void {
    if (!this.isOpen) return;
    if (error instanceof Overloaded) this.end(INTERNAL_ERROR, `${error.code}: ${error.message}`);
    else this.crash();
  }

  /** A failure of the backend: the client reconnects by itself. */
  private crash(): void {
    this.end(INTERNAL_ERROR, "InternalServerError");
  }

  private send(message: ServerMessage): void {
    if (this.isOpen) this.deliver(JSON.stringify(message));
  }

  private end(code: number, reason: string): void {
    this.close();
    this.socket.close(code, reason);
  }
}
