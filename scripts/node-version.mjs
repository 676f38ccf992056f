/**
 * Why this Node can't run Spotlight, as text; null if it can. Written so that very old Nodes can
 * parse it.
 */
export function nodeProblem(version) {
  const [major, minor] = version.split(".").map(Number);
  const runs = (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24;
  if (runs) return null;
  return (
    `Spotlight needs Node 20.19 or newer (22.13 in the 22 line, or 24 and later); this is ${version}.\n` +
    "Get one at https://nodejs.org and run the command again."
  );
}
