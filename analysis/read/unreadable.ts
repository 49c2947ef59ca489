/** What was given cannot be read; the message is one sentence. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}
