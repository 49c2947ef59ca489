import { sha256Of } from "./digest.ts";
import type { Envelope } from "./envelope.ts";
import { textIn } from "./envelope.ts";
import { Problem } from "./problem.ts";

const DIGEST = /^[0-9a-f]{64}$/;

/** Names a list in later requests: the digest of its bytes. */
export function podsDigestOf(list: Uint8Array): Promise<string> {
  return sha256Of(list);
}

/**
 * The digest that a request names its list by, or null. One that comes with a list is compared with
 * it, so nothing is ever kept under the digest of another list.
 */
export async function podsDigestIn(
  envelope: Envelope,
  list: Uint8Array | undefined,
): Promise<string | null> {
  const digest = textIn(envelope, "podsDigest");
  if (digest === null) return null;
  if (!DIGEST.test(digest)) {
    throw new Problem(
      "bad-request",
      "The podsDigest is not a SHA-256 in 64 lower-case hexadecimal digits; send that of the list.",
    );
  }
  if (list === undefined || digest === (await podsDigestOf(list))) return digest;
  throw new Problem(
    "bad-request",
    "The podsDigest is not that of the member pods; send the SHA-256 of its bytes as they are " +
      "in the body.",
  );
}

/** The list is asked for; what has been sent can be sent again with it. */
export function unknownPods(podsDigest: string): Problem {
  return new Problem(
    "unknown-pods",
    "No list of pods is kept under this digest; send the request again with pods and podsDigest.",
    { podsDigest },
  );
}
