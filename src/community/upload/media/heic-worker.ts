import loadLibheif from "libheif-js/libheif-wasm/libheif-bundle.mjs";

/**
 * Half the edge of a large photograph: enough for any screen, and a tenth of the
 * pixels to store.
 */
const MAX_EDGE_PX = 2560;
const QUALITY = 0.9;

/** Converts a HEIC file to JPEG; null if it can't be decoded. */
addEventListener("message", ({ data: file }: MessageEvent<Blob>) => {
  void toJpeg(file).then(
    (jpeg) => postMessage(jpeg),
    () => postMessage(null),
  );
});

async function toJpeg(file: Blob): Promise<Blob | null> {
  const decoder = new (loadLibheif().HeifDecoder)();
  const [image] = decoder.decode(new Uint8Array(await file.arrayBuffer()));
  if (!image) return null;
  const pixels = new ImageData(image.get_width(), image.get_height());
  const painted = await new Promise<ImageData | null>((done) => image.display(pixels, done));
  if (!painted) return null;
  const bitmap = await createImageBitmap(painted);
  const scale = Math.min(1, MAX_EDGE_PX / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width * scale, bitmap.height * scale].map(Math.round);
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return await canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
}
