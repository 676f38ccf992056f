import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 20_000 });

// The files of a project share one page and its modules: a file loads its own, some of them replaced.
vi.resetModules();

// Each test leaves the page as it found it.
afterEach(() => {
  cleanup();
  localStorage.clear();
  document.head.replaceChildren();
});
