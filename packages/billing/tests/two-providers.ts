import { vi } from "vitest";
import { hasOwnBooks } from "./hostedProvider/local-provider";

// Two deployments of one process share its variables; a real one has its own.
vi.mock(import("../src/component/hostedProvider/client"), async (original) => {
  const real = await original();
  return { ...real, isRemote: () => !hasOwnBooks() && real.isRemote() };
});
