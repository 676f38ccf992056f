import { describe, expect, it } from "vitest";
import { api } from "../../src/component/_generated/api";
import { SPOTLIGHT_CATALOGUE } from "../../../../convex/community/plans";
import { install } from "../../src/component/store/catalogue/catalog";
import {
  ANA,
  APRIL_1,
  CARDS,
  DAY_MS,
  checkedOut,
  getCustomer,
  setTime,
  startEngine,
  statusOf,
} from "../engine/harness";
import type { Engine } from "../engine/harness";
import { GOOD_CARD, pathOf, send, textOf } from "./form";

async function openPage(t: Engine, success_url?: string) {
  const params = { customer_id: ANA, product_id: "creator" };
  const { data } = await t.mutation(api.public.checkout, {
    params: { ...params, ...(success_url !== undefined && { success_url }) },
  });
  return pathOf(String(data?.url));
}

async function openCardPage(t: Engine) {
  const { data } = await t.mutation(api.public.setupPayment, {
    params: { customer_id: ANA },
  });
  return pathOf(String(data?.url));
}

describe("the hosted page", () => {
  it("shows the items and the amount due, and says that no money moves", async () => {
    const t = await startEngine();
    const response = await t.fetch(await openPage(t), {});
    expect(response.status).toBe(200);
    const text = await textOf(response);
    expect(text).toContain("This is a sandbox. No money moves.");
    expect(text).toContain("Buy Creator");
    expect(text).toContain("4242 4242 4242 4242 Succeeds");
    expect(text).toContain("4000 0000 0000 0002 Is declined");
    const { total } = await checkedOut(t, { product_id: "creator" });
    expect(text).toContain(`Total due today $${total.toFixed(2)}`);
    expect(text).toContain(`Pay $${total.toFixed(2)}`);
  });

  it("forbids frames, caching, sniffing, scripts and referrers", async () => {
    const t = await startEngine();
    const path = await openPage(t);
    const response = await t.fetch(path, {});
    const markup = await response.text();
    const nonce = /<style nonce="(\w{32})">/.exec(markup)?.[1];
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        `default-src 'none'; style-src 'nonce-${nonce}'; ` +
        "font-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    expect(markup).not.toMatch(/<script|\son\w+=|style="|autofocus/);
    expect(await (await t.fetch(path, {})).text()).not.toContain(nonce);
  });

  it("labels every field for people, autofill and number pads", async () => {
    const t = await startEngine();
    const markup = await (await t.fetch(await openPage(t), {})).text();
    const inputs = [...markup.matchAll(/<input[^>]*>/g)].map(([input]) => input);
    const shown = inputs.filter((input) => !input.includes('type="hidden"'));
    for (const input of shown) {
      const id = /id="([\w:]+)"/.exec(input)?.[1];
      expect(markup).toContain(`<label for="${id}">`);
    }
    const ofCard = shown.filter((input) => input.includes('autocomplete="cc-'));
    expect(ofCard).toHaveLength(3);
    ["cc-number", "cc-exp", "cc-csc"].forEach((purpose, index) => {
      expect(ofCard[index]).toContain(`autocomplete="${purpose}"`);
      expect(ofCard[index]).toContain('inputmode="numeric"');
    });
  });

  it("completes the purchase with a card that works, and leads back", async () => {
    const t = await startEngine();
    const path = await openPage(t, "https://spotlight.example/settings?tab=plan&x='");
    const response = await send(t, path, GOOD_CARD);
    expect(response.status).toBe(200);
    const markup = await response.text();
    expect(markup).toContain("<h1>Paid. Thank you</h1>");
    expect(markup).toContain('href="https://spotlight.example/settings?tab=plan&amp;x=');
    expect(await statusOf(t, "creator")).toBe("active");
  });

  it("offers no link back without a URL, or to a URL that is no web page", async () => {
    const t = await startEngine();
    const unsafe = await openPage(t, "javascript:alert(1)");
    expect(await (await send(t, unsafe, GOOD_CARD)).text()).not.toContain("javascript:");
    const text = await textOf(await send(t, await openCardPage(t), GOOD_CARD));
    expect(text).toContain("Your card is saved");
    expect(text).toContain("You can close this tab.");
  });

  it("charges once, however often the form is sent", async () => {
    const t = await startEngine();
    const path = await openPage(t);
    const answers = [await send(t, path, GOOD_CARD), await send(t, path, GOOD_CARD)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await getCustomer(t)).invoices).toHaveLength(1);
    expect(await textOf(await t.fetch(path, {}))).toContain("Paid");
  });
});

describe("a card that does not work", () => {
  it("leaves the page open, with the expiry filled in and the number and the code empty", async () => {
    const t = await startEngine();
    const path = await openPage(t);
    const response = await send(t, path, { ...GOOD_CARD, number: CARDS.declined, cvc: "987" });
    expect(response.status).toBe(402);
    const markup = await response.text();
    expect(markup).toContain('id="problem"');
    expect(markup.match(/aria-describedby="problem"/g)).toHaveLength(3);
    expect(markup).toContain('value="12 / 30"');
    // The page's nonce is random: it may contain any digits.
    expect(markup.replace(/nonce="\w+"/, "")).not.toContain("987");
    expect(markup).not.toContain(CARDS.declined);
    expect(markup).toContain("<b>Your card was declined.</b> Nothing was charged.");
    expect((await getCustomer(t)).payment_method).toBeNull();
    expect((await send(t, path, GOOD_CARD)).status).toBe(200);
  });

  it("is limited to twenty tries on a page, and ten a minute after that", async () => {
    const t = await startEngine();
    const [path, other] = [await openPage(t), await openCardPage(t)];
    const declined = { ...GOOD_CARD, number: CARDS.declined };
    for (let n = 0; n < 20; n += 1) expect((await send(t, path, declined)).status).toBe(402);
    const refused = await send(t, path, GOOD_CARD);
    expect(refused.status).toBe(429);
    expect(await textOf(refused)).toContain("Too many requests. Try again in 6 seconds");
    expect(await statusOf(t, "creator")).toBeUndefined();
    expect((await send(t, other, declined)).status).toBe(402);
    setTime(APRIL_1 + 6_000);
    expect((await send(t, path, GOOD_CARD)).status).toBe(200);
    expect(await statusOf(t, "creator")).toBe("active");
  });

  it("is not saved when the charge is declined", async () => {
    const t = await startEngine();
    const path = await openPage(t);
    const response = await send(t, path, { ...GOOD_CARD, number: CARDS.failsLater });
    expect(response.status).toBe(402);
    const { payment_method, invoices } = await getCustomer(t);
    expect([payment_method, invoices]).toEqual([null, []]);
  });

  it.each([
    ["a number that is not published", { number: "4111111111111111" }, "published test card"],
    ["an expiry without a year", { expiry: "12" }, "as month and year"],
    ["a month that passed", { expiry: "03/25" }, "in the past"],
    ["an invalid month", { expiry: "13/30" }, "in the past"],
    ["a short code", { cvc: "12" }, "3 or 4 digits"],
    ["nothing at all", { number: "", expiry: "", cvc: "" }, "as month and year"],
  ])("says what is wrong with %s", async (_, fields, message) => {
    const t = await startEngine();
    const response = await send(t, await openPage(t), { ...GOOD_CARD, ...fields });
    expect(response.status).toBe(400);
    expect(await textOf(response)).toContain(message);
  });

  it("escapes what the user typed", async () => {
    const t = await startEngine();
    const fields = { ...GOOD_CARD, expiry: `"><img>` };
    const markup = await (await send(t, await openPage(t), fields)).text();
    expect(markup).toContain('value="&quot;&gt;&lt;img&gt;"');
    expect(markup).not.toContain("<img");
  });

  it.each(["12/30", "12 / 30", "1230", "12-2030", "12/2030"])(
    "is accepted with the expiry %s",
    async (expiry) => {
      const t = await startEngine();
      const response = await send(t, await openCardPage(t), { ...GOOD_CARD, expiry });
      expect(response.status).toBe(200);
    },
  );
});

describe("a page that is no longer open", () => {
  it("says so, and accepts no card, after a newer page replaced it or a day has passed", async () => {
    const t = await startEngine();
    const first = await openPage(t);
    const second = await openPage(t);
    const replaced = await send(t, first, GOOD_CARD);
    expect(replaced.status).toBe(410);
    setTime(APRIL_1 + DAY_MS);
    const expired = await send(t, second, GOOD_CARD);
    expect(expired.status).toBe(410);
    expect(await textOf(expired)).toContain("This page has expired");
    expect((await getCustomer(t)).invoices).toEqual([]);
  });

  it("closes after a day of real time, whatever the customer's test clock says", async () => {
    const t = await startEngine();
    await getCustomer(t);
    const to = APRIL_1 + 40 * DAY_MS;
    await t.mutation(api.lifecycle.testClock.advance, { customerId: ANA, to });
    const path = await openPage(t);
    expect((await t.fetch(path, {})).status).toBe(200);
    setTime(APRIL_1 + DAY_MS);
    expect((await t.fetch(path, {})).status).toBe(410);
  });

  it("charges nothing once the plan's price differs from the one shown", async () => {
    const t = await startEngine();
    const path = await openPage(t);
    const products = SPOTLIGHT_CATALOGUE.products.map((product) =>
      product.id === "creator" ? { ...product, items: product.items.slice(1) } : product,
    );
    await t.run((ctx) => install(ctx, { ...SPOTLIGHT_CATALOGUE, products }, APRIL_1));
    const response = await send(t, path, GOOD_CARD);
    expect(response.status).toBe(410);
    expect(await textOf(response)).toContain("This page no longer fits your plan");
    expect((await getCustomer(t)).invoices).toEqual([]);
  });

  it.each(["/sandbox/checkout/", `/sandbox/checkout/${"0".repeat(32)}`, "/sandbox/checkout/a/b"])(
    "is not found at %s",
    async (path) => {
      const t = await startEngine();
      expect((await t.fetch(path, {})).status).toBe(404);
      expect((await send(t, path, GOOD_CARD)).status).toBe(404);
    },
  );
});

describe("a form", () => {
  it.each([
    ["another site", { "Sec-Fetch-Site": "cross-site" }],
    ["a neighbouring site", { "Sec-Fetch-Site": "same-site" }],
    ["another origin", { Origin: "https://evil.example" }],
    ["no readable origin", { Origin: "evil" }],
  ])("from %s is refused", async (_, headers) => {
    const t = await startEngine();
    const path = await openPage(t);
    expect((await send(t, path, GOOD_CARD, headers)).status).toBe(403);
    expect((await getCustomer(t)).invoices).toEqual([]);
  });

  it.each([
    // Without a referrer the browser sends "null" even to its own origin.
    ["the page itself", { "Sec-Fetch-Site": "same-origin", Origin: "null" }],
    ["the page itself in a browser without Fetch Metadata", { Origin: "null" }],
  ])("from %s is accepted", async (_, headers) => {
    const t = await startEngine();
    expect((await send(t, await openPage(t), GOOD_CARD, headers)).status).toBe(200);
  });

  it("holds 4096 characters at most, of the one type", async () => {
    const t = await startEngine();
    const path = await openPage(t);
    const padding = (size: number) =>
      "a".repeat(size - new URLSearchParams({ ...GOOD_CARD, pad: "" }).toString().length);
    expect((await send(t, path, { ...GOOD_CARD, pad: padding(4097) })).status).toBe(413);
    const json = { "Content-Type": "application/json" };
    expect((await send(t, path, GOOD_CARD, json)).status).toBe(415);
    expect((await send(t, path, { ...GOOD_CARD, pad: padding(4096) })).status).toBe(200);
  });

  it("that is too long is not read to its end", async () => {
    const t = await startEngine();
    let read = 0;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      read += 1;
      if (read > 20) controller.close();
      else controller.enqueue(new Uint8Array(4096));
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
    const { status } = await t.fetch(await openPage(t), init);
    expect([status, read <= 3]).toEqual([413, true]);
  });
});
