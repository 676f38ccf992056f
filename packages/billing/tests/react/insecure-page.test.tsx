import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ok } from "../../src/contract/errors";
import { isId } from "../../src/contract/ids";
import { SeatTable } from "../../src/react/components/seat-table";
import { CheckoutDialog } from "../../src/react/dialogs/checkout-dialog";
import { convexTransport } from "../../src/react/transports/convex";
import "../../../ui/tests/browser";
import { FakeTransport } from "./fake-transport";
import { billingWrapper, fakeConvex } from "./hooks/billing-harness";
import { checkoutAnswer, customer } from "./wire-samples";

/**
 * Environments where `crypto` has less: a page over http: that is not localhost, and React Native.
 */
const PLACES = [
  ["a page without a secure context", { getRandomValues: () => undefined }],
  ["React Native", undefined],
] as const;

const attached = { customer_id: "ines", product_ids: ["pro"], code: "free_product_attached" };

function backend() {
  return new FakeTransport()
    .answer("listProducts", { list: [] })
    .answer("createCustomer", customer({ entities: [] }))
    .reply("createEntity", () => ok({}))
    .reply("attach", () => ok({ ...attached, message: "" }));
}

describe.each(PLACES)("on %s", (_where, crypto) => {
  beforeEach(() => {
    vi.stubGlobal("crypto", crypto);
    return () => vi.unstubAllGlobals();
  });

  it("a confirmed checkout is sent, under an id of its own, and closes", async () => {
    const transport = backend();
    const setOpen = vi.fn();
    const params = { productId: "pro" };
    const result = checkoutAnswer();
    render(
      <CheckoutDialog open setOpen={setOpen} checkoutResult={result} checkoutParams={params} />,
      { wrapper: billingWrapper(transport, { current: {} }) },
    );
    const confirm = (await screen.findAllByRole("button")).at(-1);
    fireEvent.click(confirm as HTMLElement);
    await waitFor(() => expect(setOpen).toHaveBeenCalledWith(false));
    expect(
      transport.argsOf("attach").map(({ clientRequestId }) => isId(String(clientRequestId))),
    ).toEqual([true]);
  });

  it("a seat is added, under an id of its own", async () => {
    const transport = backend();
    render(<SeatTable featureId="seats" title="Team" editing="host" />, {
      wrapper: billingWrapper(transport, { current: {} }),
    });
    for (const name of ["Ana", "Bo"]) {
      fireEvent.change(await screen.findByRole("textbox"), { target: { value: name } });
      await act(async () => {
        fireEvent.click(screen.getByRole("button", { name: "Add a seat" }));
        await new Promise((done) => setTimeout(done));
      });
    }
    const ids = transport.argsOf("createEntity").map(({ id }) => id);
    expect(ids.map((id) => isId(String(id)))).toEqual([true, true]);
    expect(new Set(ids).size).toBe(2);
  });

  it("an attach of the host's own is sent with an id", async () => {
    const transport = backend();
    const { convex, api } = fakeConvex(transport);
    const { error } = await convexTransport(convex, api).call("attach", { productId: "pro" });
    expect(error).toBeNull();
    const [sent] = transport.argsOf("attach");
    expect(sent?.["clientRequestId"]).toEqual(expect.any(String));
  });
});
