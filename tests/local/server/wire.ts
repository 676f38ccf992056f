import { once } from "node:events";
import { expect } from "vitest";
import WebSocket from "ws";
import type { JSONValue } from "convex/values";
import { decodeU64 } from "../../../packages/convex-local/src/server/protocol";
import type {
  ServerMessage as Answered,
  Version,
} from "../../../packages/convex-local/src/server/protocol";

interface Ended {
  errorData?: JSONValue;
  logLines: string[];
}

type Modification =
  | (Ended & { type: "QueryUpdated"; queryId: number; value: JSONValue; journal: string | null })
  | (Ended & { type: "QueryFailed"; queryId: number; errorMessage: string; journal: string | null })
  | { type: "QueryRemoved"; queryId: number };

interface Transition {
  type: "Transition";
  startVersion: Version;
  endVersion: Version;
  modifications: Modification[];
  clientClockSkew: number | null;
  serverTs: number;
}

/** Everything that a client receives. */
export type ServerMessage = Answered | Transition | { type: "Ping" };
type MutationAnswer = Extract<ServerMessage, { type: "MutationResponse" }>;
type ActionAnswer = Extract<ServerMessage, { type: "ActionResponse" }>;

/** Subscribes and unsubscribes, so that everything before has been sent. */
const MARKER_ID = 1_000_000;

export const timeOf = (text: string | null): bigint => decodeU64(text ?? "") ?? -1n;

/** A client that sends handwritten messages, and records what it receives. */
export class Wire {
  readonly heard: ServerMessage[] = [];
  private querySet = 0;
  private identity = 0;
  private requests = 0;
  private readonly waiting = new Set<() => void>();

  private constructor(private readonly socket: WebSocket) {
    socket.on("message", (data) => {
      // The backend's messages in its protocol.
      this.heard.push(JSON.parse((data as Buffer).toString()) as ServerMessage);
      for (const wake of this.waiting) wake();
      this.waiting.clear();
    });
  }

  static async open(
    url: string,
    sessionId: string = crypto.randomUUID(),
    headers: Record<string, string> = {},
  ): Promise<Wire> {
    const socket = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`, { headers });
    const wire = new Wire(socket);
    await once(socket, "open");
    wire.say({
      type: "Connect",
      sessionId,
      connectionCount: 0,
      lastCloseReason: null,
    });
    return wire;
  }

  say(message: object): void {
    this.send(JSON.stringify(message));
  }

  /** Sends any text, including invalid messages. */
  send(text: string): void {
    this.socket.send(text);
  }

  /** The close code of the connection. */
  get closed(): Promise<number> {
    return once(this.socket, "close").then(([code]) => Number(code));
  }

  close(): void {
    this.socket.terminate();
  }

  modify(...modifications: object[]): void {
    const baseVersion = this.querySet;
    this.querySet += 1;
    this.say({
      type: "ModifyQuerySet",
      baseVersion,
      newVersion: this.querySet,
      modifications,
    });
  }

  watch(queryId: number, udfPath: string, args: JSONValue = {}, journal: string | null = null) {
    this.modify({ type: "Add", queryId, udfPath, args: [args], journal });
  }

  leave(queryId: number): void {
    this.modify({ type: "Remove", queryId });
  }

  signIn(value: string): void {
    this.say({
      type: "Authenticate",
      baseVersion: this.identity,
      tokenType: "User",
      value,
    });
    this.identity += 1;
  }

  async mutate(udfPath: string, args: JSONValue = {}, more = {}): Promise<MutationAnswer> {
    const requestId = (this.requests += 1);
    this.say({ type: "Mutation", requestId, udfPath, args: [args], ...more });
    return this.find(
      (message): message is MutationAnswer =>
        message.type === "MutationResponse" && message.requestId === requestId,
    );
  }

  async act(udfPath: string, args: JSONValue = {}, more = {}): Promise<ActionAnswer> {
    const requestId = (this.requests += 1);
    this.say({ type: "Action", requestId, udfPath, args: [args], ...more });
    return this.find(
      (message): message is ActionAnswer =>
        message.type === "ActionResponse" && message.requestId === requestId,
    );
  }

  /** The first message of this kind, once it has arrived. */
  async find<T extends ServerMessage>(isIt: (message: ServerMessage) => message is T): Promise<T> {
    for (;;) {
      const found = this.heard.find(isIt);
      if (found) return found;
      await new Promise<void>((resolve) => this.waiting.add(resolve));
    }
  }

  get transitions(): Transition[] {
    return this.heard.filter((message) => message.type === "Transition");
  }

  /** All results of a query, in order. */
  told(queryId: number): Modification[] {
    return this.transitions
      .flatMap(({ modifications }) => modifications)
      .filter((modification) => modification.queryId === queryId);
  }

  values(queryId: number): JSONValue[] {
    return this.told(queryId).flatMap((one) => (one.type === "QueryUpdated" ? [one.value] : []));
  }

  /** The transition with the nth result of a query. */
  versionOf(queryId: number, nth = 0): Transition["endVersion"] | undefined {
    const telling = this.transitions.filter(({ modifications }) =>
      modifications.some((modification) => modification.queryId === queryId),
    );
    return telling[nth]?.endVersion;
  }

  /** The next result of a query after the first `known`. */
  async news(queryId: number, known = 0): Promise<Modification> {
    await this.find((message): message is Transition => {
      return message.type === "Transition" && this.told(queryId).length > known;
    });
    const [first] = this.told(queryId).slice(known);
    if (!first) throw new Error("nothing was told");
    return first;
  }

  /** Waits until the backend has responded to everything sent before. */
  async settle(): Promise<void> {
    const known = this.told(MARKER_ID).length;
    this.watch(MARKER_ID, "live:marker");
    await this.news(MARKER_ID, known);
    this.leave(MARKER_ID);
    await this.news(MARKER_ID, known + 1);
    this.expectChain();
  }

  /** Each transition begins where the previous one ended, and time never goes back. */
  private expectChain(): void {
    let before = { querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" };
    for (const { startVersion, endVersion } of this.transitions) {
      expect(startVersion).toEqual(before);
      expect(timeOf(endVersion.ts) >= timeOf(startVersion.ts)).toBe(true);
      before = endVersion;
    }
    expect(before).toMatchObject({
      querySet: this.querySet,
      identity: this.identity,
    });
  }
}
