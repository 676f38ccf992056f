import { ALL_KEYS } from "../codec/keys";
import type { Database } from "../store/database";
import type { Transaction } from "../store/transaction";
import { DeployError } from "./failure";
import type { RuntimeOptions } from "./options";
import type { Variables } from "./types";
import { textOf } from "./validators";
import { BUILT_IN } from "./variables";

/** `value` null takes the variable away. */
export interface VariableChange {
  name: string;
  value: string | null;
}

const TABLE = "_environment_variables";

/** The variables that were set while the backend ran. */
export function storedVariables(tx: Transaction): Variables {
  const rows = [...tx.scan(TABLE, "by_creation_time", ALL_KEYS, "asc")];
  return Object.fromEntries(rows.map(({ doc }) => [textOf(doc.name), textOf(doc.value)]));
}

/** What functions see: what was set later wins over what was given at the start. */
export function inForce(
  { variables, cloudUrl, siteUrl }: Pick<RuntimeOptions, "variables" | "cloudUrl" | "siteUrl">,
  stored: Variables,
): Variables {
  return { ...variables, ...stored, CONVEX_CLOUD_URL: cloudUrl, CONVEX_SITE_URL: siteUrl };
}

/** What is to be stored after these changes. @throws DeployError for what can't be changed */
export function changeVariables(
  tx: Transaction,
  given: Variables = {},
  changes: readonly VariableChange[],
): Variables {
  const after = new Map(Object.entries(storedVariables(tx)));
  for (const change of changes) {
    const { name, value } = change;
    if (BUILT_IN.includes(name))
      throw new DeployError(
        "EnvVarNameForbidden",
        `Environment variable with name "${name}" is built-in and cannot be overridden`,
      );
    if (value !== null) after.set(name, value);
    else if (!after.delete(name) && name in given)
      throw new DeployError(
        "EnvVarGivenAtStart",
        `${name} was given when this backend was started. Set it to another value, or start the backend without it.`,
      );
  }
  return Object.fromEntries(after);
}

/** Stores exactly these; resolves when they are safe. @throws NotSaved */
export async function saveVariables(database: Database, variables: Variables): Promise<void> {
  const tx = database.begin();
  for (const { doc } of [...tx.scan(TABLE, "by_creation_time", ALL_KEYS, "asc")])
    if (variables[textOf(doc.name)] !== doc.value) tx.remove(TABLE, doc._id);
  const kept = storedVariables(tx);
  for (const [name, value] of Object.entries(variables))
    if (!(name in kept)) tx.insert(TABLE, { name, value });
  if (tx.writes.length > 0) database.commit(tx);
  await database.saved();
}
