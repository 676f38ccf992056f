import { parseJson } from "../codec/json";
import { LIMITS } from "../runtime/limits";
import type { Runtime } from "../runtime/runtime";
import type { Call } from "../runtime/types";
import type { Commit, Database } from "../store/database";
import { AuthFailure, NOBODY, type Authenticate, type Credential } from "./auth";
import { decodeU64, encodeU64, responseOf } from "./protocol";
import type { ClientMessage, FunctionRequest, MessageOf, ServerMessage, Version } from "./protocol";
import { QuerySet } from "./query-set";

export interface SessionBackend {
  database: Database;
  runtime: Pick<Runtime, "query" | "mutation" | "action">;
  authenticate: Authenticate;
}

export interface SessionSocket {
  send: (message: ServerMessage) => void;
  /** Resolves when the client has taken what was sent. */
  drained: () => Promise<void>;
  close: (code: number, reason: string) => void;
}

const POLICY_VIOLATION = 1008;
const INTERNAL_ERROR = 1011;
const NEVER = encodeU64(0n);

function parseMessage(text: string): ClientMessage | null {
  try {
    // Of its fields those are checked that decide over more than the client's own calls.
    const message = parseJson(text, LIMITS.jsonNesting) as ClientMessage | null;
    return typeof message === "object" ? message : null;
  } catch {
    return null;
  }
}

/**
 * One client's connection. Versions `{querySet, identity, ts}` chain every transition to the one
 * before; one transition is in the making at a time, and all its queries see one snapshot.
 */
export class SyncSession {
  private sessionId: string | null = null;
  private clockSkewMs: number | null = null;
  private sent: Version = { querySet: 0, identity: 0, ts: NEVER };
  private received = { querySet: 0, identity: 0 };
  private credential: Credential = NOBODY;
  private readonly queries: QuerySet;
  /** The client waits for a transition even if nothing changed. */
  private owed = false;
  private wanted = false;
  private updating = false;
  private isOpen = true;
  private inbox: Promise<void> = Promise.resolve();
  private outbox: Promise<void> = Promise.resolve();

  constructor(
    private readonly backend: SessionBackend,
    private readonly socket: SessionSocket,
  ) {
    this.queries = new QuerySet((...query) => backend.runtime.query(...query));
  }

  /** Messages are taken in order; only authentication makes the next one wait. */
  receive(text: string): void {
    this.inbox = this.inbox.then(() => this.handle(text)).catch(() => this.crash());
  }

  onCommit(commit: Commit): void {
    if (this.queries.invalidate(commit)) this.schedule();
  }

  /** New code: every answer may differ. */
  onDeploy(): void {
    this.queries.invalidateAll();
    this.schedule();
  }

  close(): void {
    this.isOpen = false;
  }

  private async handle(text: string): Promise<void> {
    if (!this.isOpen) return;
    const message = parseMessage(text);
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
        this.mutate(message);
        break;
      case "Action":
        this.act(message);
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
      // The client outlived this data. It may come back; it need not give up.
      this.end(INTERNAL_ERROR, "InternalServerError: the client has seen a later timestamp");
    } else {
      this.sessionId = sessionId;
      this.clockSkewMs = clientTs === undefined ? null : clientTs - Date.now();
    }
  }

  private modifyQuerySet(message: MessageOf<"ModifyQuerySet">): void {
    if (!this.isNext(message.baseVersion, "querySet")) return;
    this.queries.modify(message.modifications);
    this.received.querySet = message.newVersion;
    this.owe();
  }

  private async authenticate(message: MessageOf<"Authenticate">): Promise<void> {
    if (!this.isNext(message.baseVersion, "identity")) return;
    try {
      const { tokenType, value = "" } = message;
      this.credential = await this.backend.authenticate(tokenType, value);
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

  private mutate(message: FunctionRequest): void {
    const call = this.toCall(message);
    if (call === null || this.sessionId === null) return;
    const { requestId } = message;
    const running = this.backend.runtime.mutation(call, { sessionId: this.sessionId, requestId });
    this.outbox = this.outbox
      .then(async () => {
        const run = await running;
        const ts = run.ts === null ? null : encodeU64(run.ts);
        this.answer({ type: "MutationResponse", requestId, ...responseOf(run), ts });
      })
      .catch(() => this.crash());
  }

  private act(message: FunctionRequest): void {
    const call = this.toCall(message);
    if (call === null) return;
    const { requestId } = message;
    this.backend.runtime
      .action(call)
      .then((run) => this.answer({ type: "ActionResponse", requestId, ...responseOf(run) }))
      .catch(() => this.crash());
  }

  private toCall({ udfPath, args }: FunctionRequest): Call | null {
    if (this.refuseExpired()) return null;
    return { path: udfPath, args: args[0] ?? {}, caller: this.credential.caller };
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
    this.update().catch(() => this.crash());
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
    const { owed, credential, received } = this;
    this.owed = false;
    const snapshot = this.backend.database.head;
    const endVersion: Version = { ...received, ts: encodeU64(snapshot.ts) };
    const modifications = await this.queries.refresh(credential.caller, snapshot);
    this.wanted ||= this.queries.isStale;
    if (modifications.length === 0 && !owed) return;
    this.send({
      type: "Transition",
      startVersion: this.sent,
      endVersion,
      modifications,
      clientClockSkew: this.clockSkewMs,
      serverTs: Date.now() * 1_000_000,
    });
    this.sent = endVersion;
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

  /** The client broke the protocol and must not try again. */
  private fatal(error: string): void {
    this.send({ type: "FatalError", error });
    this.end(POLICY_VIOLATION, "FatalError");
  }

  /** Our own fault: the client comes back by itself. */
  private crash(): void {
    this.end(INTERNAL_ERROR, "InternalServerError");
  }

  private send(message: ServerMessage): void {
    if (this.isOpen) this.socket.send(message);
  }

  private end(code: number, reason: string): void {
    this.isOpen = false;
    this.socket.close(code, reason);
  }
}
