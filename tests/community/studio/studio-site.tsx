import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { ok } from "../../../packages/billing/src/contract/errors";
import { BillingProvider } from "../../../packages/billing/src/react";
import type { Member, Studio } from "../../../src/community/studio/studio-data";
import { FakeTransport } from "../../../packages/billing/tests/react/fake-transport";
import {
  checkoutAnswer,
  customer,
  customerFeature,
  productIn,
  productItem,
} from "../../../packages/billing/tests/react/wire-samples";
import { cardOf } from "../cards";
import { fakeConvex } from "../fake-convex";

const ADA = { username: "ada", name: "Ada", avatarUrl: null };

const INK: Studio = {
  ...{ slug: "ink-room", name: "Ink Room", owner: ADA },
  ...{ people: [ADA], ownRole: "owner", state: "seated", offeredTo: null },
};

const MEMBERS: Member[] = [
  { ...ADA, role: "manager", state: "seated" },
  { username: "ben", name: "Ben", avatarUrl: null, role: "member", state: "joined" },
  { username: "eve", name: "Eve", avatarUrl: null, role: "member", state: "invited" },
];

/** The calls of one function, in order. */
export const asked = fakeConvex.argsOf.bind(fakeConvex);

/** A studio with three seats, one of them assigned; `studio` has the caller's `ownRole`. */
export function openSite(studio: Partial<Studio> | null = {}): void {
  fakeConvex.reset({
    "studios/functions:get": studio && { ...INK, ...studio },
    "studios/functions:listWorks": [cardOf("Swell")],
    "studios/members:list": MEMBERS,
    "profiles/settings:mine": null,
    "profiles/functions:mine": { username: "ada", name: "Ada", bio: "", avatarUrl: null },
    "studios/seatBalances:ofStudio": customerFeature({
      id: "seats",
      name: "Seats",
      usage: 1,
      balance: 2,
    }),
    "studios/seatBalances:ofMember": customerFeature({ usage: 3, balance: 57 }),
    "studios/members:accept": ok(null),
    "studios/members:handOver": ok(null),
    "studios/members:invite": ok(null),
    "studios/members:leave": ok(null),
    "studios/members:remove": ok(null),
    "studios/ownership:accept": ok(null),
    "studios/ownership:decline": ok(null),
    "studios/seats:assign": ok(null),
    "studios/seats:release": ok(null),
    "studios/seats:transfer": ok(null),
    "studios/functions:close": ok(null),
    "studios/functions:create": ({ slug }) => ok({ slug }),
  });
}

const STUDIO_PLAN = productIn("active", {
  ...{ id: "studio", name: "Studio", properties: { updateable: true } },
  items: [productItem({ feature_id: "seats", usage_model: "prepaid", price: 9 })],
});

/** Renders a page of the site, with a plan whose seats can be changed. */
export function visit(path: string, screen: ReactNode, product = STUDIO_PLAN) {
  const transport = new FakeTransport()
    .answer("createCustomer", customer())
    .answer("listProducts", { list: [product] })
    .answer("checkout", checkoutAnswer({ product, current_product: product }));
  const location = memoryLocation({ path, record: true });
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <BillingProvider transport={transport} identityKey="ada" locale="en-US">
        <Router hook={location.hook}>{screen}</Router>
      </BillingProvider>
    </SWRConfig>,
  );
  return { transport, location };
}
