import { ByteParts } from "../../../analysis/engine/byteParts.ts";
import { Problem, TooManyRequests } from "../problem.ts";
import type { Work } from "./work.ts";

/** A chunk below this costs more by itself than by its bytes. */
const SMALL_CHUNK_BYTES = 1_024;
/**
 * The limit for a refused body, which is read and dropped so that its sender can read the answer.
 */
export const DROPPED_BYTES_MAX = 64 * 2 ** 20;

/**
 * The bytes of a request's body, as served. `content-encoding: gzip` is undone, and what comes out
 * is bounded like what came in: a small body cannot become a large one.
 */
export async function bodyOf(request: Request, bytesMax: number, work: Work): Promise<Uint8Array> {
  const encoding = (request.headers.get("content-encoding") ?? "identity").trim().toLowerCase();
  if (encoding !== "identity" && encoding !== "gzip") {
    throw new Problem(
      "unsupported-encoding",
      "The content-encoding is neither identity nor gzip; send the body plain or as gzip.",
      {},
      { "accept-encoding": "gzip" },
    );
  }
  const sent = await sentBytes(request, bytesMax, work);
  const bytes = encoding === "gzip" ? await inflated(sent, bytesMax, work) : sent;
  work.charge("readMebibyte", bytes.length);
  return bytes;
}

export function tooLarge(bytesMax: number): Problem {
  return new Problem(
    "too-large",
    `The body is larger than the ${bytesMax} bytes served here; send less, or raise the bound.`,
  );
}

/** Refuses a body that says itself that it is larger. */
export function refuseLarge(request: Request, bytesMax: number): void {
  if ((lengthOf(request) ?? 0) > bytesMax) throw tooLarge(bytesMax);
}

/**
 * How long a body says it is; null when it does not say so in one number. A runtime may let a
 * length through that was sent twice, and then reads as many bytes as either says.
 */
function lengthOf(request: Request): number | null {
  const length = request.headers.get("content-length") ?? "";
  return /^\d{1,15}$/.test(length) ? Number(length) : null;
}

/** A tenant whose bodies come slowly would fill the memory that all tenants share. */
function hold(work: Work, bytes: number): void {
  if (work.hold(bytes)) return;
  throw new TooManyRequests(
    "This tenant has as many bytes of bodies in memory as it may have; wait for the time " +
      "in Retry-After.",
  );
}

async function sentBytes(request: Request, bytesMax: number, work: Work): Promise<Uint8Array> {
  refuseLarge(request, bytesMax);
  const length = lengthOf(request);
  if (length !== null) {
    hold(work, length);
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.length > bytesMax) throw tooLarge(bytesMax);
    return bytes;
  }
  if (request.body === null) return new Uint8Array(0);
  return collected(request.body, { bytesMax, droppedBytesMax: DROPPED_BYTES_MAX, work });
}

/** A sender chooses how it cuts a body: each small chunk is paid for, while there is work left. */
function chargeChunk(work: Work, { length }: Uint8Array): void {
  if (length >= SMALL_CHUNK_BYTES) return;
  work.charge("smallChunk", 1);
  if (!work.isSpent) return;
  throw new TooManyRequests(
    "This tenant has used up the processor time it is given; send the body in larger chunks.",
  );
}

/** The chunks of a body; none when there is no body. */
export async function* chunksOf(
  body: ReadableStream<Uint8Array> | null,
  work: Work,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      chargeChunk(work, next.value);
      yield next.value;
    }
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

/** By the platform's own stream, which is asked for no more than it may give. */
async function inflated(bytes: Uint8Array, bytesMax: number, work: Work): Promise<Uint8Array> {
  const stream = new Response(bytes as BodyInit).body as ReadableStream<Uint8Array>;
  const inflating = stream.pipeThrough(
    new DecompressionStream("gzip") as unknown as TransformStream<Uint8Array, Uint8Array>,
  );
  try {
    return await collected(inflating, { bytesMax, droppedBytesMax: 0, work });
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem("bad-request", "The body is damaged or truncated gzip; send it again.");
  }
}

interface CollectedBounds {
  readonly bytesMax: number;
  /** The limit for what comes after that. */
  readonly droppedBytesMax: number;
  readonly work: Work;
}

/** All bytes of a stream; if there are too many, a limited number more is read and dropped. */
async function collected(
  stream: ReadableStream<Uint8Array>,
  { bytesMax, droppedBytesMax, work }: CollectedBounds,
): Promise<Uint8Array> {
  const reader = stream.getReader();
  const parts = new ByteParts();
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    chargeChunk(work, next.value);
    if (size <= bytesMax) {
      hold(work, next.value.length);
      parts.add(next.value);
    } else parts.clear();
    if (size > bytesMax + droppedBytesMax) {
      await reader.cancel();
      break;
    }
  }
  if (size > bytesMax) throw tooLarge(bytesMax);
  return parts.take();
}
