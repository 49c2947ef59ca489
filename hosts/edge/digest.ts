const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** SHA-256 in lower-case hexadecimal. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  return hexadecimalOf(
    new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as BufferSource)),
  );
}

/** By a table: a callback for each byte takes longer than the digest of a token. */
export function hexadecimalOf(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += DIGITS[byte];
  return text;
}
