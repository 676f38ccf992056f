import type { Database } from "../store/database";
import type { Transaction } from "../store/transaction";
import { DeployError } from "./failure";
import { LIMITS } from "./limits";
import type { RuntimeOptions, Variables } from "./types";
import { textOf } from "./validators";

/** `value` null removes the variable. */
export interface VariableChange {
  name: string;
  value: string | null;
}

const TABLE = "_environment_variables";
const BUILT_IN = ["CONVEX_CLOUD_URL", "CONVEX_SITE_URL"];

function check(isFine: boolean, code: string, message: string): void {
  if (!isFine) throw new DeployError(code, message);
}

function checkVariable(name: string, value: string): void {
  check(
    /^[a-zA-Z_]+[a-zA-Z0-9_]*$/.test(name),
    "EnvironmentVariableNameInvalid",
    `The environment variable name ${name} is invalid. Environment variable names must begin with a letter and may only include characters a-z, A-Z, 0-9, and underscores.`,
  );
  const { variableNameLength, variableBytes } = LIMITS;
  check(
    name.length <= variableNameLength,
    "EnvironmentVariableNameTooLong",
    `The environment variable name ${name} is too long. Environment variable names must be less than ${variableNameLength}.`,
  );
  const bytes = Buffer.byteLength(value);
  check(
    bytes <= variableBytes,
    "EnvironmentVariableValueTooLarge",
    `The environment variable value is ${bytes} bytes, which is too large. (max size: ${variableBytes})`,
  );
}

/** @throws DeployError in Convex's words for invalid names, values and counts */
export function checkVariables(variables: Variables): void {
  const all = Object.entries(variables);
  for (const [name, value] of all) checkVariable(name, value);
  check(
    all.length <= LIMITS.variables,
    "EnvVarLimitMet",
    `The environment variable limit (${LIMITS.variables}) has been met.`,
  );
  const size = all.reduce((sum, pair) => sum + Buffer.byteLength(pair.join("")), 0);
  check(
    size <= LIMITS.variablesBytes,
    "EnvVarTotalSizeLimitMet",
    `The total size of all environment variables (${size} bytes) exceeds the limit (${LIMITS.variablesBytes} bytes).`,
  );
}

/** The variables that were set while the backend ran. */
export function storedVariables(tx: Transaction): Variables {
  return Object.fromEntries(
    [...tx.all(TABLE)].map(({ name, value }) => [textOf(name), textOf(value)]),
  );
}

/** The variables of functions: those set later win over those given at the start. */
export function inForce(
  { variables, cloudUrl, siteUrl }: Pick<RuntimeOptions, "variables" | "cloudUrl" | "siteUrl">,
  stored: Variables,
): Variables {
  return { ...variables, ...stored, CONVEX_CLOUD_URL: cloudUrl, CONVEX_SITE_URL: siteUrl };
}

/** The variables to store after these changes. @throws DeployError in Convex's words */
export function changeVariables(
  tx: Transaction,
  given: Variables = {},
  changes: readonly VariableChange[],
): Variables {
  const after = new Map(Object.entries(storedVariables(tx)));
  for (const change of changes) {
    const { name, value } = change;
    checkVariable(name, value ?? "");
    check(
      !BUILT_IN.includes(name),
      "EnvVarNameForbidden",
      `Environment variable with name "${name}" is built-in and cannot be overridden`,
    );
    if (value !== null) after.set(name, value);
    else if (!after.delete(name) && Object.hasOwn(given, name))
      throw new DeployError(
        "EnvVarGivenAtStart",
        `${name} was given when this backend was started. Set it to another value, or start the backend without it.`,
      );
  }
  const stored = Object.fromEntries(after);
  if (changes.length > 0) checkVariables({ ...given, ...stored });
  return stored;
}

/** Stores exactly these; resolves when they are safe. @throws NotSaved */
export async function saveVariables(database: Database, variables: Variables): Promise<void> {
  const tx = database.begin();
  for (const { _id, name, value } of [...tx.all(TABLE)])
    if (variables[textOf(name)] !== value) tx.remove(TABLE, _id);
  const kept = storedVariables(tx);
  for (const [name, value] of Object.entries(variables))
    if (!Object.hasOwn(kept, name)) tx.insert(TABLE, { name, value });
  if (tx.writes.length > 0) database.commit(tx);
  await database.saved();
}
