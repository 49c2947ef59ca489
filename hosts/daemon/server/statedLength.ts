import type { MiddlewareHandler } from "hono";

/**
 * Sends as many bytes as an answer says that it has. A file may grow while it is sent, and what
 * goes beyond its length would be read as the next answer of the connection; one that has become
 * shorter ends the connection, or the next answer would be read as its rest.
 */
export const asLongAsStated: MiddlewareHandler = async (context, next) => {
  await next();
  const { res } = context;
  const length = res.headers.get("Content-Length");
  if (length === null || res.body === null) return;
  context.res = new Response(exactly(Number(length), res.body), res);
};

/** The first bytes of a body; fails where there are fewer. */
function exactly(length: number, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let rest = length;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done && rest > 0) throw shortened(rest);
      const part = done ? new Uint8Array(0) : value.subarray(0, rest);
      rest -= part.length;
      if (part.length > 0) controller.enqueue(part);
      if (rest > 0) return;
      controller.close();
      await reader.cancel();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** One line: the server prints what fails once an answer has begun, by its stack. */
function shortened(bytes: number): Error {
  const error = new Error(
    `A file has become ${bytes} bytes shorter while it was sent; its reader must request ` +
      "it again.",
  );
  error.stack = error.message;
  return error;
}
