import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../../packages/billing/src/contract/errors";
import { expectAccessible } from "../../../packages/ui/tests/browser";
import { showToast } from "../../../src/shared/toasts";
import { fakeConvex } from "../fake-convex";
import { APRIL_1, JOB, answerOperator, press, region, show, stick, type } from "./operator-answers";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/shared/toasts", () => ({ showToast: vi.fn() }));

beforeEach(answerOperator);

describe("the operators' page", () => {
  it("is the ordinary “not found” for everyone else", () => {
    fakeConvex.answers["operators/functions:mine"] = null;
    show();
    expect(screen.getByRole("heading", { name: "Page not found" })).toBeTruthy();
    expect([...fakeConvex.asked.keys()]).toEqual(["operators/functions:mine"]);
  });

  it("lists what waits, with the amounts and reasons, and leads to the customer", async () => {
    const { container } = show();
    const failed = region("Failed payments");
    expect(failed.getByText("$6.00")).toBeTruthy();
    expect(failed.getByText(/Your card was declined/)).toBeTruthy();
    expect(region("Open disputes").getByText(/fraudulent/)).toBeTruthy();
    expect(screen.getByText("No mail was given up.")).toBeTruthy();
    const [link] = screen.getAllByRole("link", { name: "ada" });
    expect(link?.getAttribute("href")).toBe("/operator?customer=user_ada");
    await expectAccessible(container);
  });

  it("names a deleted customer whom the payment service still knows, without a link", () => {
    const error = "StripeRateLimitError: Slow down.";
    const gone = { customer_id: "user_eve", name: null, email: null, about: null };
    stick({ ...JOB, ...gone, kind: "close_account", error });
    show();
    const jobs = region("Stuck jobs");
    expect(jobs.getByText(/Deletion at the payment service user_eve/)).toBeTruthy();
    expect(jobs.queryByRole("link")).toBeNull();
    expect(jobs.getByText(/3 attempts, next at Apr 1, 2025/)).toBeTruthy();
    expect(jobs.getByText(error)).toBeTruthy();
  });

  it("names a report that fails, of a customer who is not known", () => {
    const unknown = { customer_id: "", name: null, email: null };
    const about = "charge.dispute.created evt_1";
    stick({ ...JOB, ...unknown, kind: "process_report", about, error: "No rights." });
    show();
    const jobs = region("Stuck jobs");
    expect([jobs.getByText(about), jobs.getByText("No rights.")]).toHaveLength(2);
    expect(jobs.queryByRole("link")).toBeNull();
  });

  it("says that no job is stuck", () => {
    show();
    expect(region("Stuck jobs").getByText("No job is stuck.")).toBeTruthy();
  });

  it("starts a stuck job now; one that has to succeed cannot be dismissed", async () => {
    stick({ ...JOB, kind: "process_due" });
    const started = { job: "job_1", kind: "process_due" as const };
    fakeConvex.answers["operators/actions:retryJob"] = ok(started);
    show();
    expect(region("Stuck jobs").getByRole("link", { name: "ada" })).toBeTruthy();
    expect(region("Stuck jobs").getAllByRole("button")).toHaveLength(1);
    await press("Try now");
    expect(fakeConvex.argsOf("operators/actions:retryJob")).toEqual([{ job: "job_1" }]);
    expect(showToast).toHaveBeenCalledWith("success", { title: "The job was started" });
  });

  it.each([
    ["process_report", "Dismiss the job"],
    ["close_account", "Dismiss the job"],
    ["report_use", "Dismiss the job"],
    ["deliver_events", "Skip the event"],
  ] as const)("dismisses a job of the kind %s with a reason", async (kind, title) => {
    stick({ ...JOB, kind, dismissible: true });
    const done = { job: "job_1", kind, about: null, error: null };
    fakeConvex.answers["operators/actions:dismissJob"] = ok(done);
    show();
    await press(title);
    await screen.findByRole("dialog", { name: title });
    await type("Reason", "Done by hand");
    await press("Dismiss it");
    expect(fakeConvex.argsOf("operators/actions:dismissJob")).toMatchObject([
      { job: "job_1", reason: "Done by hand" },
    ]);
    expect(showToast).toHaveBeenCalledWith("success", { title: "The job was dismissed" });
  });

  it.each([
    ["artwork", /^Lemons by @ada/, "Hide the work", "Work hidden"],
    ["comment", /^@ada commented: Buy this/, "Delete the comment", "Comment deleted"],
    ["profile", /^@ada$/, "Close as handled", "Report closed"],
  ] as const)("decides on a reported %s, with a reason", async (kind, words, commit, done) => {
    const subjects = {
      artwork: { kind, artworkId: "a1", title: "Lemons", artist: "ada" },
      comment: { kind, artworkId: "a1", text: "Buy this", author: "ada" },
      profile: { kind, username: "ada" },
    };
    const report = { id: "r1", reason: "spam", note: "Look", reporter: "eve", at: APRIL_1 };
    const list = [{ ...report, subject: subjects[kind] }];
    fakeConvex.answers["operators/reports:open"] = ok({ list, next_cursor: null }) as never;
    fakeConvex.answers["operators/reports:close"] = ok(null);
    const { container } = show();
    const reports = region("Member reports");
    expect(
      reports.getByText(
        (_, element) => words.test(element?.textContent ?? "") && element?.tagName === "P",
      ),
    ).toBeTruthy();
    expect(reports.getByText("It is advertising")).toBeTruthy();
    expect(reports.getByText(/^Reported Apr 1, 2025.* by @eve$/)).toBeTruthy();
    await expectAccessible(container);
    for (const [button, state, title] of [
      [commit, "upheld", done],
      ["Dismiss", "dismissed", "Report dismissed"],
    ] as const) {
      await userEvent.click(reports.getByRole("button", { name: button }));
      const dialog = within(screen.getByRole("dialog"));
      await userEvent.type(dialog.getByLabelText("Reason"), "Copied");
      await userEvent.click(dialog.getByRole("button", { name: button }));
      const asked = fakeConvex.argsOf("operators/reports:close").at(-1);
      expect(asked).toEqual({ id: "r1", state, reason: "Copied" });
      expect(screen.queryByRole("dialog")).toBeNull();
      expect(showToast).toHaveBeenLastCalledWith("success", { title });
    }
  });

  it("can only dismiss a report of something that was deleted", () => {
    const report = { id: "r1", subject: null, reason: "other" as const, note: "", reporter: null };
    const list = [{ ...report, at: APRIL_1 }];
    fakeConvex.answers["operators/reports:open"] = ok({ list, next_cursor: null }) as never;
    show();
    const reports = region("Member reports");
    expect(reports.getByText("It has been deleted.")).toBeTruthy();
    expect(reports.getByText(/by a deleted account$/)).toBeTruthy();
    expect(reports.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      "Dismiss",
    ]);
  });

  it("turns pages, there and back", async () => {
    show();
    const failed = region("Failed payments");
    await userEvent.click(failed.getByRole("button", { name: "Older" }));
    expect(fakeConvex.asked.get("operators/functions:failedPayments")).toEqual({ cursor: "7" });
    await userEvent.click(failed.getByRole("button", { name: "Newer" }));
    expect(fakeConvex.asked.get("operators/functions:failedPayments")).toEqual({ cursor: null });
  });

  it("finds a customer with the keyboard alone", async () => {
    show();
    await userEvent.type(screen.getByRole("searchbox"), " @ada {Enter}");
    expect(fakeConvex.asked.get("operators/functions:find")).toEqual({ text: "@ada" });
    expect(await screen.findByText("user_ada")).toBeTruthy();
    fakeConvex.answers["operators/functions:find"] = ok([]);
    const field = screen.getByRole("searchbox");
    await userEvent.clear(field);
    await userEvent.type(field, "eve{Enter}");
    expect(await screen.findByText("No customer is called “eve”.")).toBeTruthy();
  });

  it("says when there is no such customer", () => {
    fakeConvex.answers["operators/functions:customer"] = fail("customer_not_found", "No", 404);
    show("/operator?customer=eve");
    expect(screen.getByText("No customer is called “eve”.")).toBeTruthy();
  });
});
