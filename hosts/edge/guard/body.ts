import { gunzip } from "../../shared/capture/gzip.ts";
import { CutOff } from "../../shared/capture/problem.ts";
import { Problem } from "../problem.ts";

/**
 * The bytes of a request's body, as served. `content-encoding: gzip` is undone, and what comes out
 * is bounded like what came in: a small body cannot become a large one.
 */
export async function bodyOf(request: Request, bytesMax: number): Promise<Uint8Array> {
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (encoding === "identity") return new Uint8Array(await request.arrayBuffer());
  if (encoding !== "gzip") {
    throw new Problem(
      "unsupported-encoding",
      "The content-encoding is neither identity nor gzip; send the body plain or as gzip.",
      {},
      { "accept-encoding": "gzip" },
    );
  }
  return inflated(request.body, bytesMax);
}

export function tooLarge(bytesMax: number): Problem {
  return new Problem(
    "too-large",
    `The body is larger than the ${bytesMax} bytes served here; send less, or raise the bound.`,
  );
}

/** The chunks of a body; none when there is no body. */
export async function* chunksOf(
  body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

/** Hands chunks on until they hold more than `bytesMax` bytes. */
export async function* bounded(
  chunks: AsyncIterable<Uint8Array>,
  bytesMax: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > bytesMax) throw tooLarge(bytesMax);
    yield chunk;
  }
}

async function inflated(
  body: ReadableStream<Uint8Array> | null,
  bytesMax: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of bounded(gunzip(chunksOf(body)), bytesMax)) parts.push(part);
  } catch (error) {
    if (!(error instanceof CutOff)) throw error;
    throw new Problem("bad-request", "The body is damaged or cut off gzip; send it again.");
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}
