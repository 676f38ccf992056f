import { isOfFunctions } from "./evaluate";
import { currentInvocation, type Invocation } from "./user-code";

/**
 * Runs a function. As on Convex, an error that its code leaves unhandled ends it, for example a
 * rejected promise that it does not await. After the function has ended, errors are only logged.
 */
export async function runToEnd<T>(invocation: Invocation, start: () => Promise<T>): Promise<T> {
  const { onUnhandled } = invocation;
  try {
    return await new Promise<T>((resolve, reject) => {
      invocation.onUnhandled = reject;
      // Node reports rejections once all promises have reacted, and before the next immediate.
      const settle = (answer: T) => setImmediate(() => resolve(answer));
      currentInvocation.run(invocation, start).then(settle, reject);
    });
  } finally {
    invocation.onUnhandled = onUnhandled;
  }
}

/**
 * Passes unhandled errors to the function that caused them, so that they do not end the process.
 * `print` gets errors without a function. Returns a function that stops this.
 */
export function watchUnhandled(print: (line: string) => void): () => void {
  const onRejection = (reason: unknown) => {
    const invocation = currentInvocation.getStore();
    if (invocation) invocation.onUnhandled(reason);
    else print(`Unhandled rejection: ${String(reason)}`);
  };
  const onException = (error: Error) => {
    if (!isOfFunctions(error)) throw error;
    const invocation = currentInvocation.getStore();
    if (invocation) invocation.onUnhandled(error);
    else print(`Unhandled exception: ${error.stack}`);
  };
  process.on("unhandledRejection", onRejection).on("uncaughtException", onException);
  return () => {
    process.off("unhandledRejection", onRejection).off("uncaughtException", onException);
  };
}
