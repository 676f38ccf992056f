import loadLibheif from "libheif-js/libheif-wasm/libheif-bundle.mjs";

interface Decoded {
  width: number;
  height: number;
  /** RGBA; null when it can't be decoded. */
  data: Uint8ClampedArray | null;
}

let libheif: ReturnType<typeof loadLibheif> | null = null;

/** The pictures of a HEIC, as libheif shows them. */
export async function decodeHeif(file: Uint8Array): Promise<Decoded[]> {
  libheif ??= loadLibheif();
  const images = new libheif.HeifDecoder().decode(file);
  return await Promise.all(
    images.map(async (image) => {
      const [width, height] = [image.get_width(), image.get_height()];
      const pixels = { width, height, data: new Uint8ClampedArray(width * height * 4) };
      const painted = await new Promise<typeof pixels | null>((done) =>
        image.display(pixels, done),
      );
      return { width, height, data: painted && painted.data };
    }),
  );
}
