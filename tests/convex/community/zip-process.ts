import { randomBytes } from "node:crypto";
import { PART_BYTES, ZipPart } from "../../../convex/community/dataExports/zipPart";

/**
 * Fills one part with files of a size in MiB, and prints its size and the peak memory of this
 * process, in MiB. A separate process, because its memory never shrinks.
 */
const MIB = 1024 * 1024;
const [fileMib = ""] = process.argv.slice(2);
const part = new ZipPart(PART_BYTES);
for (let n = 0; ; n += 1) {
  const file = await new Response(randomBytes(Number(fileMib) * MIB)).blob();
  if (!(await part.addFile(`works/${n}.jpg`, file))) break;
}
const blob = await part.close();
// Like an upload that copies the body.
const sent = await blob.arrayBuffer();
const peak = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ size: sent.byteLength / MIB, peak }));
