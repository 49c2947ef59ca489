import { Problem } from "./problem.ts";

/** Platforms differ in what they offer beside `btoa`; a state is two kilobytes. */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

export function fromBase64(text: string, member: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    throw new Problem(
      "bad-request",
      `The member ${member} is no base64; send back what the last answer said, or leave it out.`,
    );
  }
}
