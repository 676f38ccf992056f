import { createServer } from "node:net";
import { Refusal } from "./refusal";

const LOOPBACKS = ["127.0.0.1", "::1"];

/** Why a port can't be used. An address that this machine lacks is not a reason. */
function tryPort(port: number, host: string): Promise<"free" | "in use" | "not allowed"> {
  return new Promise((answer) => {
    const probe = createServer();
    probe.once("error", ({ code }: NodeJS.ErrnoException) => {
      if (code === "EADDRINUSE") answer("in use");
      else answer(code === "EACCES" ? "not allowed" : "free");
    });
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => answer("free")));
  });
}

/** Refuses a port that can't be used. Browsers reach "localhost" at either loopback address. */
export async function claimPort(port: number, variable: string, command: string): Promise<void> {
  const answers = await Promise.all(LOOPBACKS.map((host) => tryPort(port, host)));
  if (answers.includes("in use"))
    throw new Refusal(
      `Port ${port} is in use, perhaps by another Spotlight. Stop that, or choose another port:\n` +
        `  ${variable}=<port> npm ${command}`,
    );
  if (answers.includes("not allowed"))
    throw new Refusal(
      `Port ${port} needs rights that you don't have. Choose one above 1023:\n` +
        `  ${variable}=<port> npm ${command}`,
    );
}
