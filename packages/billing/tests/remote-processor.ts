import { vi } from "vitest";
import { charging } from "./engine/processors";

// Every engine of this run is charged over the network.
charging.by = "remote";

vi.mock(import("../src/component/payments/current"), async (original) => {
  const { currentProcessor } = await original();
  const processors = await import("./engine/processors");
  return { currentProcessor: () => processors.charging.remote ?? currentProcessor() };
});
