import { Problem } from "./problem.ts";

/** Arguments of one call. */
const PIECE_BYTES = 2 ** 13;

/** Platforms differ in what they offer beside `btoa`. */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES));
  }
  return btoa(text);
}

export function fromBase64(text: string, member: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    throw new Problem(
      "bad-request",
      `The member ${member} is not base64; send back what the last answer said, or leave it out.`,
    );
  }
}
