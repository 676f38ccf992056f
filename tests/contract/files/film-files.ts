import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny";

/** Offsets at the end, as cameras write them before they know the length. */
const FORMATS = {
  "video/mp4": new Mp4OutputFormat({ fastStart: false }),
  "video/quicktime": new MovOutputFormat({ fastStart: false }),
  "video/x-matroska": new MkvOutputFormat(),
  "video/webm": new WebMOutputFormat(),
} as const;

/**
 * The minimum that a decoder needs for an AVC track: one sequence parameter set, one picture
 * parameter set.
 */
const AVC = new Uint8Array([
  1, 0x42, 0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0, 0x1e, 1, 0, 1, 0x68,
]);

interface Film {
  type: keyof typeof FORMATS;
  /** The transfer function of its pictures. */
  transfer?: string;
  /** Its type in the file; Matroska and WebM. */
  tags?: Record<string, string>;
}

/** A video of one frame, not necessarily decodable, written by a well-maintained library. */
export async function filmOf({ type, transfer = "bt709", tags = {} }: Film): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: FORMATS[type], target });
  const isApple = type === "video/quicktime";
  const source = new EncodedVideoPacketSource(isApple ? "avc" : "vp9");
  output.addVideoTrack(source);
  output.setMetadataTags({ raw: tags });
  await output.start();
  const decoderConfig = {
    codec: isApple ? "avc1.42001e" : "vp09.00.10.08",
    ...(isApple && { description: AVC }),
    ...{ codedWidth: 64, codedHeight: 48 },
    // The transfer function is a browser type that the type definitions do not have yet.
    colorSpace: {
      primaries: "bt2020",
      transfer,
      matrix: "bt2020-ncl",
      fullRange: false,
    } as never,
  };
  await source.add(new EncodedPacket(FRAME, "key", 0, 1 / 30), {
    decoderConfig,
  });
  await output.finalize();
  return new Uint8Array(target.buffer ?? []);
}

/** The content of the frame. */
const FRAME = new Uint8Array(40).fill(7);
