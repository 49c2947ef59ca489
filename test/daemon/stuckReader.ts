import { connect } from "node:net";

const HOST = "127.0.0.1";
const PATIENCE_MILLISECONDS = 100;
const REQUEST = "GET /v1/stream?past=30m HTTP/1.1\r\nHost: localhost\r\n\r\n";

export interface StuckReader {
  /** How often it has connected. */
  readonly streams: number;
  close(): void;
}

/** Asks for the stream with its past and reads nothing; when it is dropped it asks again. */
export function stuckReader(port: number): StuckReader {
  let isClosed = false;
  let streams = 0;
  let close = () => {};
  const ask = () => {
    if (isClosed) return;
    const socket = connect(port, HOST, () => {
      streams += 1;
      socket.write(REQUEST);
    }).pause();
    // A socket that is paused learns of its end only by writing.
    const beat = setInterval(() => socket.write("\r\n"), PATIENCE_MILLISECONDS);
    socket.on("error", () => {});
    socket.once("close", () => {
      clearInterval(beat);
      setTimeout(ask, PATIENCE_MILLISECONDS);
    });
    close = () => socket.destroy();
  };
  ask();
  return {
    get streams() {
      return streams;
    },
    close() {
      isClosed = true;
      close();
    },
  };
}
