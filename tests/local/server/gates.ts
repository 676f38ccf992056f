interface Gate {
  arrive: () => void;
  opened: Promise<void>;
}

const gates = new Map<string, Gate>();
const passes = new Map<string, number>();

/** Gates that functions of a served project wait for; they share the globals of this process. */
async function passGate(name: string): Promise<void> {
  passes.set(name, passesOf(name) + 1);
  const gate = gates.get(name);
  gates.delete(name);
  gate?.arrive();
  await gate?.opened;
}
Object.assign(globalThis, { passGate });

/** How often a function has reached this place. */
export const passesOf = (name: string): number => passes.get(name) ?? 0;

/** Blocks the next function that reaches this place until the test opens it. */
export function closeGate(name: string): {
  arrived: Promise<void>;
  open: () => void;
} {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const arrived = new Promise<void>((arrive) => gates.set(name, { arrive, opened }));
  return { arrived, open };
}
