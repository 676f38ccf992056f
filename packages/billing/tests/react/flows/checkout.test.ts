import { describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../../src/contract/errors";
import type { Result } from "../../../src/contract/errors";
import type { Checkout } from "../../../src/contract/responses";
import { checkout } from "../../../src/react/flows/checkout";
import { deferred } from "../fake-transport";
import { checkoutAnswer, prepaidItem, product, productItem } from "../wire-samples";
import { fakePorts } from "./flow-ports";

// Flows do not use React: a stray import would fail here.
vi.mock("react", () => ({}));

const dialog = () => null;
const URL = "https://pay.example/c";
const prepaid = product({ items: [productItem(), prepaidItem()] });

describe("checkout", () => {
  it.each<
    [
      rule: string,
      given: { url?: string; prepaid?: true; dialog?: true; always?: true },
      end: string,
    ]
  >([
    ["follows the URL without a dialog", { url: URL }, `go ${URL}`],
    ["follows it without a dialog, prepaid or not", { url: URL, prepaid: true }, `go ${URL}`],
    ["follows it past a dialog with nothing to choose", { url: URL, dialog: true }, `go ${URL}`],
    [
      "opens the dialog when a quantity can be chosen",
      { url: URL, prepaid: true, dialog: true },
      "show checkout",
    ],
    ["opens the dialog when there is no URL", { dialog: true }, "show checkout"],
    [
      "opens the dialog whatever came when the host always confirms",
      { url: URL, dialog: true, always: true },
      "show checkout",
    ],
    ["follows the URL without a dialog even then", { url: URL, always: true }, `go ${URL}`],
    ["does nothing more without URL and dialog", {}, "cancel"],
  ])("%s", async (_rule, given, end) => {
    const { ports, transport, steps } = fakePorts({ alwaysConfirm: given.always ?? false });
    const answer = checkoutAnswer({
      url: given.url ?? null,
      ...(given.prepaid && { product: prepaid }),
    });
    transport.answer("checkout", answer);
    const result = await checkout(ports, {
      productId: "creator",
      ...(given.dialog && { dialog }),
    });
    expect(result.data).toEqual(answer);
    expect(steps.at(-1)).toBe(end);
  });

  it("opens a new tab at the click, and closes it when a dialog opens instead", async () => {
    const { ports, transport, steps } = fakePorts();
    transport.answer("checkout", checkoutAnswer());
    await checkout(ports, { productId: "creator", dialog, openInNewTab: true });
    expect(steps).toEqual(["prepare new_tab", "checkout", "cancel", "show checkout"]);
  });

  it("opens no tab when the dialog is certain", async () => {
    const { ports, transport, steps } = fakePorts({ alwaysConfirm: true });
    transport.answer("checkout", checkoutAnswer({ url: URL }));
    await checkout(ports, { productId: "creator", dialog, openInNewTab: true });
    expect(steps).toEqual(["checkout", "show checkout"]);
  });

  it("passes the dialog every parameter except itself, and sends no parameters of the page", async () => {
    const { ports, transport, shown } = fakePorts();
    transport.answer("checkout", checkoutAnswer());
    const params = { productId: "creator", entityId: "seat", reward: "SPRING" };
    await checkout(ports, { ...params, openInNewTab: true, dialog });
    expect(transport.argsOf("checkout")).toEqual([params]);
    expect(shown).toEqual([
      { checkoutResult: checkoutAnswer(), checkoutParams: { ...params, openInNewTab: true } },
    ]);
  });

  it("refuses a dialog with productIds before any request", async () => {
    const { ports, steps } = fakePorts();
    await expect(checkout(ports, { productIds: ["a", "b"], dialog })).rejects.toThrow(
      new Error("Dialog and productIds are not supported together in checkout()"),
    );
    expect(steps).toEqual([]);
  });

  it("opens no dialog for an answer that arrives after a newer click", async () => {
    const { ports, transport, shown } = fakePorts();
    const late = deferred<Result<Checkout>>();
    transport.reply("checkout", () => late.promise);
    const first = checkout(ports, { productId: "pro", dialog });
    transport.answer("checkout", checkoutAnswer());
    await checkout(ports, { productId: "creator", dialog });
    late.resolve(ok(checkoutAnswer()));
    await expect(first).resolves.toMatchObject({ data: checkoutAnswer() });
    expect(shown).toMatchObject([{ checkoutParams: { productId: "creator" } }]);
  });

  it.each([
    [false, ["prepare new_tab", "checkout", "cancel"]],
    [true, ["checkout"]],
  ])("returns a failure and goes nowhere, confirming always: %s", async (alwaysConfirm, taken) => {
    const { ports, transport, steps } = fakePorts({ alwaysConfirm });
    transport.reply("checkout", () => fail("product_not_found", "No such product", 404));
    const result = await checkout(ports, { productId: "x", dialog, openInNewTab: true });
    expect(result).toEqual(fail("product_not_found", "No such product", 404));
    expect(steps).toEqual(taken);
  });
});
