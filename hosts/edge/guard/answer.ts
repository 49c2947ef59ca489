import { TooManyRequests } from "../problem.ts";
import { type Reply, responseOf } from "../reply.ts";
import type { Work } from "./work.ts";

/** Below it an answer is smaller than what the platform keeps of a connection anyway. */
const HELD_BYTES_MIN = 2 ** 14;
const PIECE_BYTES = 2 ** 16;
const encoder = new TextEncoder();

/**
 * The answer to a request, paid for by the tenant. A large one is sent as fast as it is read, and
 * until then counts among the bytes that the tenant has in memory: a reader that stops
 * would keep it there after the request has ended.
 */
export function answerOf(reply: Reply, work: Work): Response {
  const size = reply.body?.length ?? 0;
  work.charge("writtenMebibyte", size);
  if (reply.body === null || size < HELD_BYTES_MIN) return responseOf(reply);
  const bytes = typeof reply.body === "string" ? encoder.encode(reply.body) : reply.body;
  const release = work.holdAnswer(bytes.length);
  if (release === null) {
    throw new TooManyRequests(
      "This tenant has as many bytes of answers in memory as it may have; read them first.",
    );
  }
  return responseOf({ ...reply, body: timed(piecesOf(bytes), work.answerSeconds, release) });
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/**
 * Written as fast as it is read and no faster, and broken off when that takes longer than it may.
 * Calls `end` once, whichever way it ends.
 */
export function timed(
  pieces: AsyncGenerator<Uint8Array, void, undefined> | Generator<Uint8Array, void, undefined>,
  seconds: number,
  end: () => void,
): ReadableStream<Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ended = () => {
    clearTimeout(timer);
    end();
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setTimeout(() => {
        end();
        controller.error(new Error(`The answer was not read within ${seconds} seconds.`));
        void pieces.return();
      }, 1_000 * seconds);
    },
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (!done) return controller.enqueue(value);
        ended();
        controller.close();
      } catch (error) {
        ended();
        throw error;
      }
    },
    async cancel() {
      ended();
      await pieces.return();
    },
  });
}
