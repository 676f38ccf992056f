import { insertCopies } from "./copies";
import { CALLS, dataOf, makeCustomer, operation } from "./customer";
import type { CallName } from "./customer";
import type { Work } from "./meter";
import { openStage } from "./stage";
import type { Stage } from "./stage";

/** The amount of data beside the measured customer. */
interface Scale {
  /** Events of the customer's own history. */
  events: number;
  customers: number;
}

type Cost = Omit<Work, "inserted">;

/** The cost of every operation at one scale. */
export interface CostAtScale {
  scale: Scale;
  costs: Record<CallName | keyof typeof HOST_CALLS, Cost>;
}

const NAMES: readonly CallName[] = ["check", "check and use", "track", "checkout", "attach"];
/** The additional cost of a host: identity, rate limit, and the call into the component. */
const HOST_CALLS = {
  "gate in a host's mutation": ["probe:gate", { key: "one" }],
  "check by a browser": ["billing:check", { featureId: "uploads" }],
  "checkout by a browser": ["billing:checkout", { productId: "pro" }],
} as const;

/** Counts what each operation reads and writes, first with little data, then with much. */
export async function measureCosts(
  scales: readonly Scale[],
  progress: (line: string) => void,
): Promise<CostAtScale[]> {
  const stage = await openStage();
  const template = await makeCustomer(stage, "template-of-many");
  let customers = 1;
  const measured: CostAtScale[] = [];
  try {
    for (const [i, scale] of scales.entries()) {
      const missing = Math.max(0, scale.customers - customers);
      progress(
        `Adding ${missing} customers and ${scale.events} events; 10,000 take a second or so.`,
      );
      insertCopies(stage, template, missing, (text, copy) =>
        text.replaceAll("template-of-many", `customer-${i}-${copy}`),
      );
      customers += missing;
      measured.push({ scale, costs: await costsFor(stage, `asker-${i}`, scale.events) });
    }
  } finally {
    await stage.close();
  }
  return measured;
}

async function costsFor(stage: Stage, id: string, events: number): Promise<CostAtScale["costs"]> {
  await makeCustomer(stage, id);
  const used = await stage.run(operation("track"), CALLS.track(id));
  insertCopies(stage, used.work.inserted, events);
  const costs: [string, Cost][] = [];
  const note = (name: string, { read, ranges, written }: Work) =>
    costs.push([name, { read, ranges, written }]);
  for (const name of NAMES) {
    const [path = name] = name.split(" ");
    const { answer, work } = await stage.run(operation(path), CALLS[name](id));
    dataOf(answer);
    note(name, work);
  }
  const issuer = "https://id.example";
  const identity = { subject: id, issuer, tokenIdentifier: `${issuer}|${id}` };
  for (const [name, [path, args]] of Object.entries(HOST_CALLS)) {
    // Once before, so that the identity is stored.
    if (path === "probe:gate") await stage.run(path, { key: "first" }, identity);
    const { answer, work } = await stage.run(path, args, identity);
    if (path !== "probe:gate") dataOf(answer);
    note(name, work);
  }
  // Every name is in the list.
  return Object.fromEntries(costs) as CostAtScale["costs"];
}
