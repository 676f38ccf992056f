declare module "pako" {
  interface Inflate {
    /** The error code of the input so far; 0: none. */
    err: number;
    onData: (chunk: Uint8Array) => void;
    push(bytes: Uint8Array, isLast: boolean): boolean;
  }
  const Inflate: new (options?: { chunkSize?: number }) => Inflate;
  const deflate: (bytes: Uint8Array) => Uint8Array<ArrayBuffer>;
  const pako: { Inflate: typeof Inflate; deflate: typeof deflate };
  export default pako;
}
