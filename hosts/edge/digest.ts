import { hexadecimalOf } from "../../analysis/text/hexadecimal.ts";

/** SHA-256 in lower-case hexadecimal. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  return hexadecimalOf(
    new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as BufferSource)),
  );
}
