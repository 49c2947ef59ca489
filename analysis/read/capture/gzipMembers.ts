import {
  Z_BUF_ERROR,
  Z_NO_FLUSH,
  Z_OK,
  Z_STREAM_END,
  ZStream,
  zlibInflate,
  zlibInflateInit2,
  zlibInflateReset,
} from "pako";
import { CutOff } from "./format.ts";

/** zlib's word for a window of 32 KiB (15) behind a gzip header (16). */
const GZIP_WINDOW_BITS = 15 + 16;
/** What is handed on at once: small chunks that inflate a thousandfold stay within it. */
const INFLATED_BYTES = 0x10000;

/** The members of a gzip file, inflated one after the other: RFC 1952. */
export class GzipMembers {
  readonly #stream = new ZStream();
  /** Between two members, where a file may be padded with zeros. */
  #isBetween = false;

  constructor() {
    zlibInflateInit2(this.#stream, GZIP_WINDOW_BITS);
  }

  *inflated(chunk: Uint8Array): Generator<Uint8Array, void, undefined> {
    const stream = this.#stream;
    stream.input = chunk;
    stream.next_in = 0;
    stream.avail_in = chunk.length;
    let isFull = false;
    while ((stream.avail_in > 0 || isFull) && !this.#isPadding()) {
      if (stream.avail_out === 0) {
        stream.output = new Uint8Array(INFLATED_BYTES);
        stream.next_out = 0;
        stream.avail_out = INFLATED_BYTES;
      }
      const from = stream.next_out;
      const status = zlibInflate(stream, Z_NO_FLUSH);
      if (stream.next_out > from) yield stream.output.subarray(from, stream.next_out);
      isFull = stream.avail_out === 0;
      if (status === Z_STREAM_END) {
        zlibInflateReset(stream);
        this.#isBetween = true;
        isFull = false;
      } else if (status !== Z_OK && status !== Z_BUF_ERROR) {
        throw damaged();
      }
    }
  }

  /** Whether what is left of the chunk pads the file; else, another member begins in it. */
  #isPadding(): boolean {
    const stream = this.#stream;
    if (!this.#isBetween) return false;
    while (stream.avail_in > 0 && stream.input[stream.next_in] === 0) {
      stream.next_in += 1;
      stream.avail_in -= 1;
    }
    this.#isBetween = stream.avail_in === 0;
    return this.#isBetween;
  }

  end(): void {
    if (!this.#isBetween) throw damaged();
  }
}

function damaged(): CutOff {
  return new CutOff("the gzip stream ends early or is damaged");
}
