/** A server that does nothing: what Node itself takes of memory. Prints a line when it listens. */
import { createServer } from "node:http";

createServer((_, response) => response.end()).listen(0, "127.0.0.1", () =>
  console.log("listening"),
);
