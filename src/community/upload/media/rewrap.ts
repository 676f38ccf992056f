import {
  BlobSource,
  BufferTarget,
  Conversion,
  Input,
  MATROSKA,
  Mp4OutputFormat,
  Output,
  QTFF,
  WebMOutputFormat,
} from "mediabunny";

/** The container that every browser plays, by the original's container. */
const MP4 = { video: ["avc"], audio: ["aac", "mp3", "opus", "flac"] };
const WEBM = { video: ["vp8", "vp9", "av1"], audio: ["opus", "vorbis"] };

/**
 * Repackages video and sound of a QuickTime or Matroska file as MP4 or WebM, without re-encoding.
 *
 * @returns The video; null if browsers can't play its codecs.
 */
export async function rewrap(file: Blob): Promise<Blob | null> {
  const input = new Input({ source: new BlobSource(file), formats: [QTFF, MATROSKA] });
  const track = await input.getPrimaryVideoTrack();
  const codec = await track?.getCodec();
  if (!codec) return null;
  const wrap = [MP4, WEBM].find(({ video }) => video.includes(codec));
  return wrap ? await convert(input, wrap) : null;
}

async function convert(input: Input, wrap: typeof MP4): Promise<Blob | null> {
  const isMp4 = wrap === MP4;
  const format = isMp4 ? new Mp4OutputFormat({ fastStart: "in-memory" }) : new WebMOutputFormat();
  const target = new BufferTarget();
  const conversion = await Conversion.init({
    input,
    output: new Output({ format, target }),
    tracks: "primary",
    audio: async (track) => ({ discard: !wrap.audio.includes((await track.getCodec()) ?? "") }),
    copy: { mode: "forced" },
    // The original's metadata, including the location, is not copied.
    tags: {},
    showWarnings: false,
  });
  if (!conversion.isValid) return null;
  await conversion.execute();
  return target.buffer && new Blob([target.buffer], { type: isMp4 ? "video/mp4" : "video/webm" });
}
