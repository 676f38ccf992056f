import { DeployError } from "./failure";
import { LIMITS } from "./limits";

/** The backend's own, which every deployment has. */
export const BUILT_IN = ["CONVEX_CLOUD_URL", "CONVEX_SITE_URL"];

function refuse(code: string, message: string): never {
  throw new DeployError(code, message);
}

/** @throws DeployError for names, values and numbers that production does not take */
export function checkVariables(variables: Readonly<Record<string, string>>): void {
  const all = Object.entries(variables).filter(([name]) => !BUILT_IN.includes(name));
  const { variables: most, variableNameLength, variableBytes, variablesBytes } = LIMITS;
  if (all.length > most)
    refuse("EnvVarLimitMet", `The environment variable limit (${most}) has been met.`);
  let total = 0;
  for (const [name, value] of all) {
    if (!/^[a-zA-Z][a-zA-Z0-9_]*$/.test(name))
      refuse(
        "EnvironmentVariableNameInvalid",
        `The environment variable name ${name} is invalid. Environment variable names must begin with a letter and may only include characters a-z, A-Z, 0-9, and underscores.`,
      );
    if (name.length > variableNameLength)
      refuse(
        "EnvironmentVariableNameTooLong",
        `The environment variable name ${name} is too long. Environment variable names must be less than ${variableNameLength}.`,
      );
    const bytes = Buffer.byteLength(value);
    if (bytes > variableBytes)
      refuse(
        "EnvironmentVariableValueTooLarge",
        `The environment variable value is ${bytes} bytes, which is too large. (max size: ${variableBytes})`,
      );
    total += name.length + bytes;
  }
  if (total > variablesBytes)
    refuse(
      "EnvVarTotalSizeLimitMet",
      `The total size of all environment variables (${total} bytes) exceeds the limit (${variablesBytes} bytes).`,
    );
}
