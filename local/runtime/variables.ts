import { DeployError } from "./failure";
import { LIMITS } from "./limits";

export type Variables = Readonly<Record<string, string>>;

function refuse(code: string, message: string): never {
  throw new DeployError(code, message);
}

/** @throws DeployError for names, values and numbers that production does not take */
export function checkVariables(variables: Variables): void {
  const all = Object.entries(variables);
  const { variables: most, variableNameLength, variableBytes, variablesBytes } = LIMITS;
  if (all.length > most)
    refuse("TooManyEnvVars", `There are ${all.length} environment variables (maximum: ${most}).`);
  let total = 0;
  for (const [name, value] of all) {
    if (!/^[a-zA-Z][a-zA-Z0-9_]*$/.test(name))
      refuse(
        "InvalidEnvVarName",
        `Environment variable name ${JSON.stringify(name)} is invalid: it must start with a letter and only contain letters, numbers, and underscores.`,
      );
    if (name.length > variableNameLength)
      refuse(
        "EnvVarNameTooLong",
        `Environment variable name ${name} is too long (${name.length} > maximum ${variableNameLength}).`,
      );
    const bytes = Buffer.byteLength(value);
    if (bytes > variableBytes)
      refuse(
        "EnvVarTooLarge",
        `The value of environment variable ${name} is too large (${bytes} > maximum ${variableBytes} bytes).`,
      );
    total += name.length + bytes;
  }
  if (total > variablesBytes)
    refuse(
      "EnvVarsTooLarge",
      `The environment variables are too large in sum (${total} > maximum ${variablesBytes} bytes).`,
    );
}

/** Reading a variable that is not set throws in `auth.config.ts`, as on a real deployment. */
export function strictVariables(variables: Variables): Variables {
  return new Proxy(variables, {
    get: (target, name) => {
      if (typeof name !== "string" || Object.hasOwn(target, name))
        return Reflect.get(target, name) as unknown;
      throw new DeployError(
        "AuthConfigMissingEnvironmentVariable",
        `Environment variable ${name} is used in auth config file but its value was not set`,
      );
    },
  });
}
