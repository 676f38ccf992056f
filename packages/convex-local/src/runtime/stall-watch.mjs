// Runs in its own thread: the watched thread cannot report what blocks it.
import { writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

const LOOK_EVERY_MS = 250;
const STALL_MS = 1_500;
const STDOUT = 1;

/** See stalls.ts. */
const state = new Int32Array(workerData);
const names = new Map();
parentPort.on("message", ([number, name]) => names.set(number, name));

let last = -1;
let lastAt = performance.now();
let isTold = false;

setInterval(() => {
  const [beat, running, underWay] = state;
  if (beat !== last) {
    last = beat;
    lastAt = performance.now();
    isTold = false;
  } else if (!isTold && underWay > 0 && performance.now() - lastAt > STALL_MS) {
    isTold = true;
    const others = underWay > 1 ? `, or one of the ${underWay - 1} others under way,` : "";
    const name = names.get(running) ?? "A function";
    writeSync(STDOUT, `[${name}] this function${others} does not give the thread back\n`);
  }
}, LOOK_EVERY_MS);
