import { renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { EMPTY_QUEUE } from "../../../src/community/upload/upload-queue";
import { useUploadGate } from "../../../src/community/upload/use-upload-gate";
import type { PlanHas } from "../../../src/community/upload/shortfalls";
import type { Customer } from "../../../packages/billing/src/contract/wire";
import { customer, customerFeature } from "../../../packages/billing/tests/react/wire-samples";
import { itemAt } from "./upload-samples";
import { fakeConvex } from "../fake-convex";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);

const plan = vi.hoisted((): { customer: Customer | null; allows: boolean } => ({
  customer: null,
  allows: true,
}));
vi.mock("../../../src/community/billing-hooks", () => ({
  PaywallDialog: Object.assign(() => null, { preload: () => undefined }),
  useCustomer: () => ({ ...plan, check: vi.fn(), allowed: () => plan.allows, refetch: vi.fn() }),
}));

const IN_ALL = customerFeature({ balance: 180 });
const IN_SEAT = customerFeature({ balance: 60 });
const SEATS = customerFeature({ id: "seats" });
const seat = (isOwn: boolean) => ({ slug: "north", name: "North", uploads: IN_SEAT, isOwn });

const dispatch = vi.fn();
const gate = (queue = EMPTY_QUEUE) =>
  renderHook(() => useUploadGate(queue, { dispatch })).result.current;

beforeEach(() => {
  fakeConvex.reset({ "studios/seatBalances:mine": [] });
  Object.assign(plan, { customer: customer({ features: [IN_ALL] }), allows: true });
  dispatch.mockReset();
});

describe("useUploadGate", () => {
  it("shows the plan's allowance", () => {
    expect(gate()).toMatchObject({ uploads: IN_ALL, lacksSeat: false });
  });

  it("shows the seat's allowance, where the plan comes in seats", () => {
    plan.customer = customer({ features: [IN_ALL, SEATS] });
    fakeConvex.answers["studios/seatBalances:mine"] = [seat(false), seat(true)];
    expect(gate()).toMatchObject({ uploads: IN_SEAT, lacksSeat: false });
  });

  it("asks for no seat where uploads are unlimited", () => {
    const unlimited = customerFeature({ unlimited: true });
    plan.customer = customer({ features: [unlimited, SEATS] });
    expect(gate()).toMatchObject({ uploads: unlimited, lacksSeat: false });
  });

  it("says that a seat is missing, where the artist has one only in another studio", () => {
    plan.customer = customer({ features: [IN_ALL, SEATS] });
    fakeConvex.answers["studios/seatBalances:mine"] = [seat(false)];
    expect(gate()).toMatchObject({ uploads: null, lacksSeat: true });
  });

  it.each<[string, Customer, string | null, Parameters<PlanHas>, boolean]>([
    ["uploads", customer({ features: [IN_ALL] }), null, ["uploads", 180], true],
    ["no more than that", customer({ features: [IN_ALL] }), null, ["uploads", 181], false],
    ["the own seat's", customer({ features: [IN_ALL, SEATS] }), null, ["uploads", 61], false],
    ["a studio seat's", customer({ features: [IN_ALL] }), "north", ["uploads", 61], false],
    ["4K of a studio, perhaps", customer({ features: [IN_ALL] }), "north", ["hd_upload", 1], true],
    ["no 4K", customer({ features: [IN_ALL] }), null, ["hd_upload", 1], false],
  ])("knows before anything is sent whether the plan has %s", (_, own, studio, asked, has) => {
    plan.customer = own;
    const hasSeat = studio !== null || own.features.seats !== undefined;
    fakeConvex.answers["studios/seatBalances:mine"] = hasSeat ? [seat(studio === null)] : [];
    expect(gate({ ...EMPTY_QUEUE, studio }).has(...asked)).toBe(has);
  });

  it.each([
    { studio: null, event: "gateClosed", whose: "the member's own plan" },
    { studio: "north", event: "publishAll", whose: "a studio's seat that the server knows" },
  ])("publishes with nothing left in the artist's own plan: $whose", ({ studio, event }) => {
    plan.allows = false;
    const items = [itemAt({ status: "ready" })];
    gate({ ...EMPTY_QUEUE, items, studio }).publish();
    expect(dispatch).toHaveBeenCalledExactlyOnceWith({ type: event });
  });

  it("saves drafts with nothing left, which are no uploads", () => {
    plan.allows = false;
    const items = [itemAt({ status: "ready" }, { publishesAs: "draft" })];
    gate({ ...EMPTY_QUEUE, items }).publish();
    expect(dispatch).toHaveBeenCalledExactlyOnceWith({ type: "publishAll" });
  });
});
