import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  PATIENCE_MS,
  RefusedFile,
  TooSlow,
  sendFile,
} from "../../../src/community/upload/send-file";

/** A request that a test completes. */
class FakeRequest {
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {};
  readonly headers = new Map<string, string>();
  opened: string[] = [];
  sent: unknown = null;
  timeout = 0;
  responseType = "";
  status = 0;
  response: unknown = null;
  isAborted = false;
  onload = () => {};
  onerror = () => {};
  ontimeout = () => {};
  onabort = () => {};

  open(...args: string[]) {
    this.opened = args;
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  send(body: unknown) {
    this.sent = body;
  }
  abort() {
    this.isAborted = true;
    this.onabort();
  }
  answer(status: number, response: unknown) {
    Object.assign(this, { status, response });
    this.onload();
  }
}

let request = new FakeRequest();
const onProgress = vi.fn();
const file = new Blob(["bytes"]);

function start() {
  const stop = new AbortController();
  const { signal } = stop;
  const sent = sendFile({ url: "https://send", file, type: "image/png", signal, onProgress });
  return { stop, sent };
}

beforeEach(() => {
  request = new FakeRequest();
  onProgress.mockReset();
  // `new` returns the object that the constructor returns.
  vi.stubGlobal("XMLHttpRequest", function newRequest() {
    return request;
  });
});

describe("sendFile", () => {
  it("sends a file with its type, and returns its storage id", async () => {
    const { sent } = start();
    expect([request.opened, request.sent, request.responseType]).toEqual([
      ...[["POST", "https://send"], file, "json"],
    ]);
    expect([...request.headers]).toEqual([["Content-Type", "image/png"]]);
    request.answer(200, { storageId: "stored" });
    expect(await sent).toBe("stored");
  });

  it("reports the progress and the elapsed time", () => {
    vi.spyOn(performance, "now").mockReturnValueOnce(1000).mockReturnValueOnce(4500);
    void start();
    request.upload.onprogress?.({ loaded: 3 });
    expect(onProgress.mock.calls).toEqual([[3, 3500]]);
  });

  it.each([
    ["refused", 403, { storageId: "stored" }, "HTTP error! status 403"],
    ["answered without an id", 200, {}, "HTTP error! status 200"],
    ["answered with nothing", 200, null, "HTTP error! status 200"],
  ])("fails when it is %s", async (_how, status, body, message) => {
    const { sent } = start();
    request.answer(status, body);
    await expect(sent).rejects.toThrow(message);
  });

  it.each([
    ["a file that can't be used", 400, { message: "This file is empty." }, true],
    ["a file that was taken down", 403, { code: "taken_down", message: "Taken down" }, true],
    ["a URL that is over", 403, { code: "upload_url_expired", message: "Used" }, false],
    ["an overloaded server", 429, { code: "too_many", message: "Wait" }, false],
    ["no words", 400, {}, false],
  ])("distinguishes a final refusal from a temporary one: %s", async (...row) => {
    const [, status, body, isFinal] = row;
    const { sent } = start();
    request.answer(status, body);
    const failure: unknown = await sent.catch((error: unknown) => error);
    expect(failure instanceof RefusedFile).toBe(isFinal);
    const { message } = body as { message?: string };
    expect(String(failure)).toContain(isFinal ? message : `HTTP error! status ${status}`);
  });

  it("fails where the connection breaks", async () => {
    const { sent } = start();
    request.onerror();
    await expect(sent).rejects.toThrow("The connection broke");
  });

  it("gives up shortly before the URL expires, after two minutes", async () => {
    const { sent } = start();
    expect(request.timeout).toBe(PATIENCE_MS);
    expect(PATIENCE_MS).toBe(115_000);
    request.ontimeout();
    await expect(sent).rejects.toBeInstanceOf(TooSlow);
  });

  it("aborts the request when it is cancelled", async () => {
    const { stop, sent } = start();
    expect(request.isAborted).toBe(false);
    stop.abort();
    expect(request.isAborted).toBe(true);
    await expect(sent).rejects.toThrow("Stopped");
  });
});
