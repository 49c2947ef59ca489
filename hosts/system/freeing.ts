let nowhere: MessagePort | null = null;

/** What is moved to a port that is closed is dropped. */
function closedPort(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.close();
  return port1;
}

/** Frees the memory of a buffer at once, without the garbage collector; it has no bytes then. */
export function free(buffer: ArrayBuffer): void {
  nowhere ??= closedPort();
  nowhere.postMessage(null, [buffer]);
}

/** The same for bytes that fill their buffer: the rest of another buffer may be in use. */
export function freeWhole({ buffer, byteLength }: Uint8Array): void {
  const isWhole = byteLength > 0 && buffer.byteLength === byteLength;
  if (isWhole && buffer instanceof ArrayBuffer) free(buffer);
}
