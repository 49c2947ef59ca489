import { Gunzip } from "fflate";

/** Deflate expands a byte to at most 1032: a part of this size exceeds the bound by 1 MiB. */
const SLICE_BYTES = 1024;

/** The bytes of a gzip member; null when it is broken. */
export function gunzipped(bytes: Uint8Array, bytesMax: number): Uint8Array | null | "too large" {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = new Gunzip((chunk) => {
    size += chunk.length;
    chunks.push(chunk);
  });
  try {
    for (let at = 0; at < bytes.length && size <= bytesMax; at += SLICE_BYTES) {
      const end = at + SLICE_BYTES;
      reader.push(bytes.slice(at, end), end >= bytes.length);
    }
  } catch {
    return null;
  }
  if (size > bytesMax) return "too large";
  if (size === 0) return null;
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
