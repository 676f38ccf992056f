declare module "libheif-js/libheif-wasm/libheif-bundle.mjs" {
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    /** Fills `data` with RGBA; null when it can't be decoded. */
    display<Pixels extends { data: Uint8ClampedArray }>(
      pixels: Pixels,
      done: (painted: Pixels | null) => void,
    ): void;
  }
  interface Libheif {
    HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
  }
  const load: () => Libheif;
  export { load as default };
}
