import { v } from "convex/values";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { actionArgs } from "../../src/contract/browserArgs";
import { allowedArgs } from "../../src/contract/sentNames";
import { validate } from "../../src/contract/validate";
import { ok } from "../../src/contract/errors";
import { BROWSER_OPERATIONS } from "../../src/contract/operations";
import type { BrowserArgs, BrowserOperation } from "../../src/contract/operations";
import { isRefused } from "../../src/component/platform/jsonHttp";
import { readHostRequest } from "../../src/client/hostRequest";
import type { BillingFunctions } from "../../src/react/ports";
import { convexTransport } from "../../src/react/transports/convex";
import { httpTransport } from "../../src/react/transports/http";

const PURCHASE = {
  productId: "creator",
  productIds: ["creator"],
  entityId: "seat:1",
  options: [{ featureId: "credits", quantity: 200 }],
  successUrl: "/done?plan=creator",
  reward: "SPRING",
  planSchedule: "end_of_cycle" as const,
  clientRequestId: "request-1",
};

/** Every argument of every operation, as a page may send it. */
const SAID: { [Op in BrowserOperation]: Required<BrowserArgs<Op>> } = {
  createCustomer: { expand: ["invoices"], errorOnNotFound: false, clientRequestId: "r" },
  listProducts: { clientRequestId: "r" },
  checkout: PURCHASE,
  attach: { ...PURCHASE, previewId: "preview-1" },
  setupPayment: { successUrl: "/done", clientRequestId: "r" },
  cancel: { productId: "pro", entityId: "s", cancelImmediately: true, clientRequestId: "r" },
  billingPortal: { returnUrl: "/plans", clientRequestId: "r" },
  check: {
    featureId: "uploads",
    productId: "pro",
    entityId: "s",
    requiredBalance: 0,
    withPreview: true,
    clientRequestId: "r",
  },
  track: {
    featureId: "uploads",
    eventName: "upload",
    entityId: "s",
    value: 1.5,
    idempotencyKey: "once",
    properties: { fileName: "a b", size: 3, is_new: true, nothing: null },
    clientRequestId: "r",
  },
  query: { featureId: ["uploads", "credits"], range: "last_cycle", clientRequestId: "r" },
  createEntity: { id: "s", name: "Seat", featureId: "seats", clientRequestId: "r" },
  getEntity: { entityId: "team:a.b-c_d", expand: ["invoices"], clientRequestId: "r" },
  deleteEntity: { entityId: "s", clientRequestId: "r" },
  createReferralCode: { programId: "friends", clientRequestId: "r" },
  redeemReferralCode: { code: "ABC123", clientRequestId: "r" },
};

/** Fields that a hook may leave in the arguments. */
const FOR_THE_PAGE = { dialog: () => null, openInNewTab: true, customerData: {} };

const BASE = "https://host.example/api/autumn";
const requests: Request[] = [];

beforeEach(() => {
  requests.splice(0);
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    requests.push(new Request(input, init));
    return Promise.resolve(Response.json({}));
  });
});
afterEach(() => void vi.restoreAllMocks());

async function sentToAction(op: BrowserOperation, args: object): Promise<unknown> {
  const sent: unknown[] = [];
  const action = (_reference: unknown, given: unknown) => {
    sent.push(given);
    return Promise.resolve(ok(null));
  };
  // The references are opaque to the transport.
  const api = {} as BillingFunctions;
  await convexTransport({ action }, api).call(op, args);
  return sent[0];
}

async function sentToRoute(op: BrowserOperation, args: object) {
  const options = { includeCredentials: false, customerData: { name: "Ada" } };
  await httpTransport("https://host.example", () => options).call(op, args);
  const [request] = requests;
  if (!request) throw new Error(`${op} was not sent`);
  const asked = await readHostRequest(
    request,
    new URL(request.url).pathname.slice("/api/autumn".length),
  );
  if (isRefused(asked)) throw new Error(asked.error.message);
  return asked;
}

describe.each(BROWSER_OPERATIONS)("the payload of %s from a browser", (op) => {
  const args = { ...SAID[op], ...FOR_THE_PAGE };

  it("holds every argument that the browser may send", () => {
    expect(Object.keys(SAID[op]).sort()).toEqual([...allowedArgs(op)].sort());
  });

  it("is what the action accepts", async () => {
    const sent = await sentToAction(op, args);
    expect(sent).toEqual(SAID[op]);
    expect(validate(v.object(actionArgs(op)), sent)).toEqual({ ok: true });
  });

  it("is what the route parses", async () => {
    expect(await sentToRoute(op, args)).toEqual({ operation: op, batch: [SAID[op]] });
  });
});

describe("several entities", () => {
  it("arrive as the list that was sent", async () => {
    const seats = ["s1", "s2"].map((id) => ({ id, featureId: "seats" }));
    expect(await sentToRoute("createEntity", seats)).toEqual({
      operation: "createEntity",
      batch: seats,
    });
    expect(requests[0]?.url).toBe(`${BASE}/entities`);
  });
});
