import { vi } from "vitest";
import type { Navigator } from "../../../src/react/flows/navigate";
import { createTurns } from "../../../src/react/flows/turns";
import type { BillingEvent } from "../../../src/react/ports";
import { FakeTransport } from "../fake-transport";

/** Every port of the flows, recording all events in one list, in order. */
export function fakePorts(
  over: { alwaysConfirm?: boolean; refusesUrls?: boolean; isVisitor?: boolean } = {},
) {
  const steps: string[] = [];
  const transport = new FakeTransport();
  const navigator: Navigator = {
    prepare: (inNewTab) => {
      steps.push(`prepare ${inNewTab ? "new_tab" : "same_tab"}`);
      return {
        go: (url) => {
          steps.push(`go ${url}`);
          return !over.refusesUrls;
        },
        cancel: () => steps.push("cancel"),
      };
    },
  };
  const shown: object[] = [];
  const show = (slot: string) => (_dialog: unknown, props: object) => {
    steps.push(`show ${slot}`);
    shown.push(props);
  };
  const ports = {
    identityKey: over.isVisitor ? null : "ines",
    askSignIn: vi.fn(() => true),
    emit: vi.fn<(event: BillingEvent) => void>(),
    transport: {
      call: (async (op, args) => {
        steps.push(op);
        return await transport.call(op, args);
      }) as FakeTransport["call"],
    },
    navigator,
    alwaysConfirm: over.alwaysConfirm ?? false,
    expectChange: () => {
      steps.push("expect change");
      return (outcome: "changed" | "unchanged") => {
        steps.push(outcome);
        return Promise.resolve();
      };
    },
    showPaywall: show("paywall"),
    showCheckout: show("checkout"),
    showPlanChange: show("plan change"),
    takeTurn: createTurns(),
    hidePlanChange: () => void steps.push("hide plan change"),
  };
  return { ports, transport, steps, shown };
}
