import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConvexClient } from "convex/browser";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { startBackend } from "../../packages/convex-local/src/main";
import type { Backend } from "../../packages/convex-local/src/main";
import { eventually, makeIssuer } from "../local/server/fixture";
import { api } from "./team/_generated/api";

const issuer = await makeIssuer("team");
const dataDir = mkdtempSync(join(tmpdir(), "team "));
const clients: ConvexClient[] = [];
let backend: Backend;

beforeAll(async () => {
  const env = { TEAM_JWKS: issuer.jwks, SITE_ORIGIN: "http://localhost:5173" };
  backend = await startBackend({ functions: "tests/v1/team", dataDir, port: 0, sitePort: 0, env });
  await backend.run("billing:install");
  for (const [subject, organization] of Object.entries({ ada: "acme", bo: "acme", eve: "other" })) {
    await backend.run("organizations:join", { subject, organization });
  }
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  await backend.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A member's browser. */
async function browser(subject: string): Promise<ConvexClient> {
  const client = new ConvexClient(backend.url, { logger: false });
  clients.push(client);
  const token = await issuer.sign(subject);
  client.setAuth(async () => await Promise.resolve(token));
  return client;
}

/** Increases with each change of the member's customer. */
const revision = (client: ConvexClient, until: (customer: number) => boolean) =>
  eventually<{ customer: number }>(
    (onValue, onError) => client.onUpdate(api.billing.revision, {}, onValue, onError),
    ({ customer }) => until(customer),
  );

const balanceOf = async (client: ConvexClient) =>
  (await client.action(api.billing.check, { featureId: "notes" })).data;

describe("two members of one organization", () => {
  it("share a customer: what one buys, the other's open page hears of", async () => {
    const [ada, bo, eve] = await Promise.all(["ada", "bo", "eve"].map(browser));
    if (!ada || !bo || !eve) throw new Error("Three browsers were opened");
    await Promise.all([ada, eve].map((one) => one.action(api.billing.createCustomer, {})));
    const { customer: before } = await revision(bo, (customer) => customer > 0);
    const { customer: elsewhere } = await revision(eve, (customer) => customer > 0);
    const heard = revision(bo, (customer) => customer > before);
    const { data } = await ada.action(api.billing.attach, { productId: "pack" });
    expect(data).toMatchObject({ customer_id: "acme", product_ids: ["pack"] });
    await heard;
    const { data: seen } = await bo.action(api.billing.createCustomer, {});
    expect(seen?.products.map(({ id }) => id).sort()).toEqual(["free", "pack"]);
    expect(await balanceOf(bo)).toMatchObject({ customer_id: "acme", balance: 11 });
    expect(await balanceOf(eve)).toMatchObject({ customer_id: "other", balance: 2 });
    expect((await revision(eve, () => true)).customer).toBe(elsewhere);
  });

  it("are told to the host as one customer", async () => {
    const bought = { type: "product.attached", customerId: "acme" };
    await vi.waitFor(async () => expect(await backend.run("events:list")).toContainEqual(bought));
  });
});
