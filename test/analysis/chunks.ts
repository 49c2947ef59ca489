/** Bytes as a source hands them out: in chunks of `size`. */
export async function* chunksOf(
  bytes: Uint8Array,
  size = bytes.length || 1,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

/** All chunks as one array; a failure is returned with the chunks before it. */
export async function collect(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ readonly bytes: Uint8Array; readonly error: unknown }> {
  const parts: Uint8Array[] = [];
  try {
    for await (const chunk of chunks) parts.push(chunk);
    return { bytes: joined(parts), error: null };
  } catch (error) {
    return { bytes: joined(parts), error };
  }
}

export function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function decode(bytes: Uint8Array | null | undefined): string | null {
  return bytes ? new TextDecoder().decode(bytes) : null;
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
