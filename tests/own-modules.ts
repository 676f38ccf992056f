import { vi } from "vitest";

// The files of a project share one process: a file loads its own modules, some of them replaced.
vi.resetModules();
