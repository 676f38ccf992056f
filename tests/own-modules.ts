import { vi } from "vitest";

// The files of a project share one process. Each file loads its own modules, because it replaces
// some of them.
vi.resetModules();
