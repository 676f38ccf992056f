import { fetchAction } from "convex/nextjs";
import { cookies } from "next/headers";
import { api } from "../convex/_generated/api";
import { Providers } from "./providers";
import { COOKIE, readSession } from "./session";
import { Shop } from "./shop";

/** Rendered on the server: a visitor sees the plans and their prices before any script runs. */
export default async function Page() {
  const session = readSession((await cookies()).get(COOKIE)?.value);
  const products = session ? null : await fetchAction(api.billing.listProducts, {});
  return (
    <Providers session={session} visitorProducts={products?.data ?? undefined}>
      <Shop />
    </Providers>
  );
}
