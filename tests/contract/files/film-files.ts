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

/** Addresses at the end, as cameras write them that do not know the length before. */
const FORMATS = {
  "video/mp4": new Mp4OutputFormat({ fastStart: false }),
  "video/quicktime": new MovOutputFormat({ fastStart: false }),
  "video/x-matroska": new MkvOutputFormat(),
  "video/webm": new WebMOutputFormat(),
} as const;

/** Least that a decoder is told of a track in AVC: one set of parameters for the sequence, one for its pictures. */
const AVC = new Uint8Array([
  1, 0x42, 0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0, 0x1e, 1, 0, 1, 0x68,
]);

interface Film {
  type: keyof typeof FORMATS;
  /** The curve of its pictures. */
  transfer?: string;
  /** What it tells of itself; Matroska and WebM. */
  tags?: Record<string, string>;
}

/** A film of one frame, which no decoder has to like, in a file as a kept library writes it. */
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
    // A curve is a word of the browser's, and newer than the types of it.
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

/** What stands for the frame. */
export const FRAME = new Uint8Array(40).fill(7);
