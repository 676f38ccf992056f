import { act, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { failTooMany, ok } from "../../../packages/billing/src/contract/errors";
import type { Customer, CustomerFeature } from "../../../packages/billing/src/contract/wire";
import type { ReadMedia } from "../../../src/community/upload/upload-item";
import type { SendTask } from "../../../src/community/upload/send-file";
import { UploadScreen } from "../../../src/community/upload/upload-screen";
import type { Identity } from "../../../src/identity";
import { customer, customerFeature } from "../../../packages/billing/tests/react/wire-samples";
import { idOf } from "../cards";
import { fakeConvex, refusal } from "../fake-convex";
import { PNG } from "./upload-samples";

interface Asked {
  featureId: string;
  requiredBalance?: number;
  onUnlocked?: () => void;
}
const site = vi.hoisted(() => ({
  identity: { status: "signedIn", subject: "ines", username: "ines" } as Identity,
  customer: null as Customer | null,
  media: null as ReadMedia | null,
  allowed: vi.fn<(asked: Asked) => boolean>(),
  check: vi.fn<(asked: Asked) => void>(),
  refetch: vi.fn(),
  send: vi.fn<(task: SendTask) => Promise<string>>(),
}));
vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/identity/index", () => ({
  useIdentity: () => site.identity,
  useConfirmedSubject: () => (site.identity.status === "signedIn" ? site.identity.subject : null),
}));
vi.mock("../../../packages/billing/src/react", () => ({
  createBillingDialogs: () => ({
    PaywallDialog: Object.assign(() => null, { preload: () => undefined }),
  }),
  UsageMeter: ({ balance }: { balance: CustomerFeature }) => <p>{balance.balance} left</p>,
  createBillingHooks: () => ({ useCustomer: () => site }),
}));
vi.mock("../../../src/community/upload/read-file", () => ({
  readFile: () => Promise.resolve(ok(site.media)),
}));
vi.mock("../../../src/community/upload/send-file", async (original) => ({
  ...(await original<object>()),
  sendFile: site.send,
}));

const UPLOADS = customerFeature({ balance: 5 });
const SEAT = customerFeature({ balance: 60 });
const NORTH = { slug: "north", name: "North Light", uploads: SEAT, isOwn: false };
const ALL = [
  "uploads/reservations:reserve",
  "uploads/functions:begin",
  "uploads/functions:publish",
] as const;

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const called = () => fakeConvex.calls.map(([name]) => name);
const card = () => within(screen.getByRole("listitem"));
async function drop(name: string) {
  const file = new File(["bytes"], name, { type: "image/png" });
  await userEvent.upload(screen.getByLabelText("Files", { selector: "input" }), file);
}
async function choose(name = "low-tide.png") {
  await drop(name);
  await screen.findByText(/^Ready to publish/);
}

/** Whether the browser saves data, so that nothing is sent before Publish. */
const saveData = (isSaving: boolean) =>
  Object.defineProperty(navigator, "connection", {
    ...{ value: { saveData: isSaving }, configurable: true },
  });

beforeEach(() => {
  saveData(true);
  window.history.replaceState(null, "", "/upload");
  site.identity = { status: "signedIn", subject: "ines", username: "ines" };
  site.customer = customer({ features: [UPLOADS] });
  site.media = PNG;
  for (const mock of [site.allowed, site.check, site.refetch, site.send]) mock.mockReset();
  site.allowed.mockReturnValue(true);
  site.send.mockResolvedValue("stored");
  fakeConvex.reset({
    "profiles/functions:mine": { username: "ines", name: "Inês", bio: "", avatarUrl: null },
    "collections/functions:byProfile": [],
    "studios/seatBalances:mine": [],
    "studios/functions:mine": [],
    "uploads/reservations:reserve": ok(null),
    "uploads/reservations:release": ok(null),
    "uploads/functions:begin": ok({ uploadUrl: "https://send" }),
    "uploads/functions:publish": ok({ artworkId: idOf("work") }),
  });
});

describe("UploadScreen", () => {
  it("sends the server exactly the file's metadata", async () => {
    const preview = new Blob(["preview"], { type: "image/jpeg" });
    site.media = { ...PNG, type: "image/heic", dynamicRange: "high", thumbhash: "blur", preview };
    render(<UploadScreen />);
    await choose();
    await userEvent.type(screen.getByRole("textbox", { name: "Alt text" }), " Hills ");
    await press("Publish 1 work");
    await screen.findByRole("link", { name: "See it live" });
    const [reserved] = fakeConvex.argsOf("uploads/reservations:reserve");
    const clientUploadId: unknown = expect.stringMatching(/^[\w-]{36}$/);
    const size = { width: 3, height: 2 };
    const from = { clientUploadId, pageId: expect.stringMatching(/^[\w-]{36}$/) as string };
    expect(reserved).toEqual({
      ...from,
      publishing: true,
      ...size,
      bytes: 5 + 7,
      dynamicRange: "high",
    });
    expect(fakeConvex.argsOf("uploads/functions:begin")).toEqual([
      { mediaType: "image/heic", bytes: 5, clientUploadId },
      { mediaType: "image/jpeg", bytes: 7, clientUploadId },
    ]);
    const said = { medium: "other", description: "", tags: [], licence: "all_rights_reserved" };
    expect(fakeConvex.argsOf("uploads/functions:publish")).toEqual([
      {
        ...{ ...said, clientUploadId, title: "Low tide", alt: "Hills", noAi: true },
        ...{ sensitive: false, state: "published", storageId: "stored", preview: "stored" },
        thumbhash: "blur",
      },
    ]);
    expect(fakeConvex.argsOf("uploads/reservations:release")).toEqual([]);
    expect(screen.getByRole("link", { name: "See your page" }).getAttribute("href")).toBe(
      "/u/ines",
    );
  });

  it("uses the chosen studio seat for storage and upload", async () => {
    fakeConvex.answers["studios/seatBalances:mine"] = [NORTH];
    // The artist's own plan does not limit a seat.
    site.allowed.mockReturnValue(false);
    render(<UploadScreen />);
    await choose();
    await userEvent.selectOptions(
      screen.getByRole("combobox", { name: "Publish for" }),
      "North Light",
    );
    expect(screen.getByText("Your seat in the studio pays: 60 uploads left.")).toBeTruthy();
    await userEvent.selectOptions(
      screen.getByRole("combobox", { name: "Who sees it" }),
      "Only you, as a draft",
    );
    await press("Save 1 draft");
    await screen.findByRole("link", { name: "See the draft" });
    expect(fakeConvex.argsOf("uploads/reservations:reserve")).toMatchObject([{ studio: "north" }]);
    expect(fakeConvex.argsOf("uploads/functions:begin")).toMatchObject([{ studio: "north" }]);
    const hung = { studio: "north", state: "draft" };
    expect(fakeConvex.argsOf("uploads/functions:publish")).toMatchObject([hung]);
    expect(site.check).not.toHaveBeenCalled();
  });

  it("uses the artist's own plan after switching back", async () => {
    window.history.replaceState(null, "", "/upload?studio=north");
    fakeConvex.answers["studios/seatBalances:mine"] = [NORTH];
    render(<UploadScreen />);
    await choose();
    await userEvent.selectOptions(
      screen.getByRole("combobox", { name: "Publish for" }),
      "Yourself",
    );
    await press("Publish 1 work");
    await screen.findByRole("link", { name: "See it live" });
    for (const name of ["uploads/reservations:reserve", "uploads/functions:publish"] as const) {
      expect(fakeConvex.argsOf(name)).toEqual([expect.not.objectContaining({ studio: "north" })]);
    }
  });

  it("does not publish for a studio without a seat there, whatever the URL says", async () => {
    window.history.replaceState(null, "", "/upload?studio=south");
    fakeConvex.answers["studios/seatBalances:mine"] = [NORTH];
    render(<UploadScreen />);
    await choose();
    await press("Publish 1 work");
    await screen.findByRole("link", { name: "See it live" });
    expect(fakeConvex.argsOf("uploads/functions:publish")).toEqual([
      expect.not.objectContaining({ studio: expect.anything() as unknown }),
    ]);
  });

  it.each([
    ["the plan's", [], [UPLOADS], "5 left"],
    ["the own seat's", [{ ...NORTH, isOwn: true }], [UPLOADS], "60 left"],
    ["not another studio's", [NORTH], [UPLOADS], "5 left"],
  ])("shows what is left: %s", (_whose, seats, features, left) => {
    fakeConvex.answers["studios/seatBalances:mine"] = seats;
    site.customer = customer({ features });
    render(<UploadScreen />);
    expect(screen.getByText(left)).toBeTruthy();
  });
});

describe("the gate of uploads", () => {
  it("says beside the file what the plan lacks, before Publish", async () => {
    site.customer = customer({ features: [customerFeature({ balance: 0 })] });
    site.media = { ...PNG, dynamicRange: "high" };
    render(<UploadScreen />);
    await choose();
    expect(card().getByText(/^HDR, which your plan does not include/)).toBeTruthy();
    expect(screen.getByText("0 uploads left on your plan.")).toBeTruthy();
    site.media = PNG;
    await drop("fog.png");
    expect(await screen.findByText(/^One upload more than your plan has left/)).toBeTruthy();
    expect([called(), site.check.mock.calls]).toEqual([[], []]);
  });

  it("sends nothing, and offers a plan, where the page knows that none are left", async () => {
    site.allowed.mockReturnValue(false);
    const { rerender } = render(<UploadScreen />);
    await choose();
    await press("Publish 1 work");
    expect(called()).toEqual([]);
    expect(site.send).not.toHaveBeenCalled();
    expect(site.check.mock.calls).toMatchObject([[{ featureId: "uploads" }]]);
    expect(card().getByText(/No uploads left on your plan/)).toBeTruthy();

    await press("Publish 1 work");
    expect(site.check).toHaveBeenCalledTimes(2);
    expect(called()).toEqual([]);

    site.allowed.mockReturnValue(true);
    rerender(<UploadScreen />);
    await screen.findByRole("link", { name: "See it live" });
    expect(called()).toEqual(ALL);
  });

  it.each([
    ["storage_full", { featureId: "storage_gb", requiredBalance: 5 / 1_000_000_000 }],
    ["hd_only", { featureId: "hd_upload" }],
    ["insufficient_balance", { featureId: "uploads" }],
  ])(
    "loads the plan again when the server says %s, and offers what is missing",
    async (code, asked) => {
      let isBought = false;
      site.allowed.mockImplementation(({ featureId }) => featureId !== asked.featureId || isBought);
      // The page allows it, because its data is outdated.
      const known = site.allowed.getMockImplementation();
      site.allowed.mockReturnValue(true);
      fakeConvex.answers["uploads/reservations:reserve"] = refusal(code, "Not on this plan");
      const { rerender } = render(<UploadScreen />);
      await choose();
      await press("Publish 1 work");
      await waitFor(() => expect(site.refetch).toHaveBeenCalledTimes(1));
      expect(site.check).not.toHaveBeenCalled();
      if (known) site.allowed.mockImplementation(known);
      rerender(<UploadScreen />);
      expect(site.check).toHaveBeenCalledTimes(1);
      const [request] = site.check.mock.calls[0] ?? [];
      const { featureId, requiredBalance } = request ?? {};
      expect({ featureId, ...(requiredBalance !== undefined && { requiredBalance }) }).toEqual(
        asked,
      );
      expect([called(), site.send.mock.calls]).toEqual([["uploads/reservations:reserve"], []]);

      fakeConvex.answers["uploads/reservations:reserve"] = ok(null);
      isBought = true;
      act(() => request?.onUnlocked?.());
      await screen.findByRole("link", { name: "See it live" });
      expect(called()).toEqual(["uploads/reservations:reserve", ...ALL]);
    },
  );
});

describe("a file that is sent while its artist writes", () => {
  const AHEAD = ALL.slice(0, 2);
  beforeEach(() => void saveData(false));

  it("is only published by Publish", async () => {
    render(<UploadScreen />);
    await choose();
    await waitFor(() => expect(called()).toEqual(AHEAD));
    await press("Publish 1 work");
    await screen.findByRole("link", { name: "See it live" });
    expect(called()).toEqual(ALL);
  });

  it.each(["insufficient_balance", "storage_full", "hd_only", "too_many", "unauthenticated"])(
    "waits for Publish where the server says %s, and opens no paywall",
    async (code) => {
      fakeConvex.answers["uploads/reservations:reserve"] = refusal(code, "Not now");
      render(<UploadScreen />);
      await choose();
      expect([called(), site.send.mock.calls]).toEqual([["uploads/reservations:reserve"], []]);
      expect([site.check.mock.calls, site.refetch.mock.calls]).toEqual([[], []]);
      fakeConvex.answers["uploads/reservations:reserve"] = ok(null);
      await press("Publish 1 work");
      await screen.findByRole("link", { name: "See it live" });
    },
  );

  it("is stopped and given up when it is removed", async () => {
    let signal: AbortSignal | undefined;
    site.send.mockImplementation((task) => {
      signal = task.signal;
      return new Promise(() => undefined);
    });
    render(<UploadScreen />);
    await drop("low-tide.png");
    await waitFor(() => expect(signal).toBeDefined());
    await press("Remove low-tide.png");
    expect(signal?.aborted).toBe(true);
    const [reserved] = fakeConvex.argsOf("uploads/reservations:reserve");
    const { clientUploadId } = reserved as { clientUploadId: string };
    expect(fakeConvex.argsOf("uploads/reservations:release")).toEqual([
      { clientUploadIds: [clientUploadId] },
    ]);
  });
});

describe("a file that is being sent", () => {
  const aborted: boolean[] = [];
  beforeEach(() => {
    aborted.length = 0;
    site.send.mockImplementation(
      ({ signal }) =>
        new Promise((_, reject) => {
          const at = aborted.push(false) - 1;
          signal.addEventListener("abort", () => {
            aborted[at] = true;
            reject(new Error("Stopped"));
          });
        }),
    );
  });
  async function send() {
    const view = render(<UploadScreen />);
    await choose();
    await press("Publish 1 work");
    await waitFor(() => expect(aborted).toHaveLength(1));
    return view;
  }
  const idOfIt = () => fakeConvex.argsOf("uploads/reservations:release");

  it("is stopped by its button, and can be removed then", async () => {
    await send();
    expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
    await press("Cancel low-tide.png");
    expect([aborted, idOfIt().length]).toEqual([[true], 1]);
    expect(idOfIt()).toEqual([{ clientUploadIds: [expect.any(String)] }]);
    await press("Remove low-tide.png");
    expect(screen.queryByRole("listitem")).toBeNull();
    expect(idOfIt()).toHaveLength(1);
  });

  it("continues while its screen is closed, and is shown when the user returns", async () => {
    (await send()).unmount();
    expect([aborted, idOfIt()]).toEqual([[false], []]);
    render(<UploadScreen />);
    expect(card().getByRole("button", { name: "Cancel low-tide.png" })).toBeTruthy();
  });

  it("stays for the same user after sign-in, and stops for another user", async () => {
    const { rerender } = await send();
    site.identity = { status: "signedOut" };
    rerender(<UploadScreen />);
    expect(screen.getByText("You are signed out.")).toBeTruthy();
    expect(screen.getAllByRole("listitem")).toHaveLength(1);
    site.identity = { status: "signedIn", subject: "ben", username: "ben" };
    rerender(<UploadScreen />);
    expect(screen.queryByRole("listitem")).toBeNull();
    expect([aborted, idOfIt().length]).toEqual([[true], 1]);
  });

  it("asks before the page is closed, until it is published", async () => {
    const listened = vi.spyOn(window, "addEventListener");
    render(<UploadScreen />);
    const [, ask] = listened.mock.calls.find(([name]) => name === "beforeunload") ?? [];
    const isKept = () => {
      const leaving = new Event("beforeunload", { cancelable: true });
      if (typeof ask === "function") ask(leaving);
      return leaving.defaultPrevented;
    };
    expect(isKept()).toBe(false);
    await choose();
    expect(isKept()).toBe(true);
    site.send.mockResolvedValue("stored");
    await press("Publish 1 work");
    await screen.findByRole("link", { name: "See it live" });
    expect(isKept()).toBe(false);
  });

  it("can be resumed where the session ended", async () => {
    fakeConvex.answers["uploads/reservations:reserve"] = refusal(
      "unauthenticated",
      "Sign in first",
    );
    render(<UploadScreen />);
    await choose();
    await press("Publish 1 work");
    const retry = await screen.findByRole("button", { name: "Retry low-tide.png" });
    fakeConvex.answers["uploads/reservations:reserve"] = ok(null);
    site.send.mockResolvedValue("stored");
    await userEvent.click(retry);
    await screen.findByRole("link", { name: "See it live" });
  });

  it("counts down on its card to the next allowed try after too many", async () => {
    fakeConvex.answers["uploads/reservations:reserve"] = failTooMany(12_000);
    render(<UploadScreen />);
    await choose();
    await press("Publish 1 work");
    expect(await screen.findByText("Try again in 12 s.")).toBeTruthy();
    expect(screen.getByText(/^Too many requests\./)).toBeTruthy();
  });

  it("waits for the network, and continues by itself", async () => {
    const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    site.send.mockResolvedValue("stored");
    render(<UploadScreen />);
    await choose();
    await press("Publish 1 work");
    expect(card().getByText(/^Waiting for the network/)).toBeTruthy();
    expect(called()).toEqual([]);
    onLine.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event("online")));
    await screen.findByRole("link", { name: "See it live" });
  });
});
