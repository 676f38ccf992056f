import { vi } from "vitest";
import { hasOwnBooks } from "./hostedProvider/local-provider";

// Two deployments in one process share its variables; real ones have separate variables.
vi.mock(import("../src/component/hostedProvider/client"), async (original) => {
  const real = await original();
  return { ...real, isRemote: () => !hasOwnBooks() && real.isRemote() };
});
