import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// Generous, because a busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 20_000 });

// The files of a project share one page and its modules. Each file loads its own modules, because
// it replaces some of them.
vi.resetModules();

// Each test cleans up the page.
afterEach(() => {
  cleanup();
  localStorage.clear();
  document.head.replaceChildren();
});
