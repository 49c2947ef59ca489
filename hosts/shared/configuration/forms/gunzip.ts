import { Gunzip } from "fflate";

/** A configuration is smaller than this. */
const BYTES_MAX = 4 << 20;
/** Deflate makes at most 1032 bytes of one: so much at a time stays within the bound. */
const SLICE_BYTES = 4096;

/** The bytes of a gzip member, or null when it is broken or holds more than 4 MiB. */
export function gunzipped(bytes: Uint8Array): Uint8Array | null {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = new Gunzip((chunk) => {
    size += chunk.length;
    chunks.push(chunk);
  });
  try {
    for (let at = 0; at < bytes.length && size <= BYTES_MAX; at += SLICE_BYTES) {
      const end = at + SLICE_BYTES;
      reader.push(bytes.slice(at, end), end >= bytes.length);
    }
  } catch {
    return null;
  }
  if (size === 0 || size > BYTES_MAX) return null;
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
