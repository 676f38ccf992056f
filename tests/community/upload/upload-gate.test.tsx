import { renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { EMPTY_QUEUE } from "../../../src/community/upload/upload-queue";
import { useUploadGate } from "../../../src/community/upload/use-upload-gate";
import { fakeConvex } from "../fake-convex";

vi.mock("convex/react", async () => {
  const { useQuery } = (await import("../fake-convex")).fakeConvex;
  return { useQuery };
});

const plan = vi.hoisted(() => ({ features: {} }));
vi.mock("../../../src/community/billing-hooks", () => ({
  useCustomer: () => ({ customer: plan, check: vi.fn(), allowed: () => true, refetch: vi.fn() }),
}));

const IN_ALL = { id: "uploads", balance: 180 };
const IN_SEAT = { id: "uploads", balance: 60 };
const seat = (isOwn: boolean) => ({ slug: "north", name: "North", uploads: IN_SEAT, isOwn });

const gate = () =>
  renderHook(() => useUploadGate(EMPTY_QUEUE, { dispatch: vi.fn() })).result.current;

beforeEach(() => {
  fakeConvex.reset({ "seatBalances:mine": [] });
  plan.features = { uploads: IN_ALL };
});

describe("useUploadGate", () => {
  it("shows what the plan has", () => {
    expect(gate()).toMatchObject({ uploads: IN_ALL, lacksSeat: false });
  });

  it("shows what one's own seat has, where the plan comes in seats", () => {
    plan.features = { uploads: IN_ALL, seats: {} };
    fakeConvex.answers["seatBalances:mine"] = [seat(false), seat(true)];
    expect(gate()).toMatchObject({ uploads: IN_SEAT, lacksSeat: false });
  });

  it("says that a seat is lacking, where another's studio is all there is to sit in", () => {
    plan.features = { uploads: IN_ALL, seats: {} };
    fakeConvex.answers["seatBalances:mine"] = [seat(false)];
    expect(gate()).toMatchObject({ uploads: null, lacksSeat: true });
  });
});
