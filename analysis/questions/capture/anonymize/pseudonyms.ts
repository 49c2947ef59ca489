import { hexadecimalOf } from "../../../text/hexadecimal.ts";
import type { NameKind } from "../reduce/shape.ts";

/** 48 bits: among ten thousand names two share a pseudonym with a chance of one in five million. */
const DIGITS = 12;

/**
 * Keyed pseudonyms: the same key, kind and name give the same pseudonym, in every capture. HMAC is
 * asynchronous on the platform, so names are asked for first and made together.
 */
export class Pseudonyms {
  readonly #key: CryptoKey;
  readonly #made = new Map<string, string>();
  readonly #asked = new Map<string, readonly [NameKind, string]>();

  private constructor(key: CryptoKey) {
    this.#key = key;
  }

  static async of(key: string): Promise<Pseudonyms> {
    const bytes = new TextEncoder().encode(key);
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    return new Pseudonyms(await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]));
  }

  /** The pseudonym, or null when it has yet to be made by `make`. */
  get(kind: NameKind, name: string): string | null {
    const asked = `${kind}/${name}`;
    const made = this.#made.get(asked);
    if (made !== undefined) return made;
    this.#asked.set(asked, [kind, name]);
    return null;
  }

  /** Makes what was asked for; answers whether there was any. */
  async make(): Promise<boolean> {
    const asked = [...this.#asked];
    this.#asked.clear();
    const made = asked.map(async ([key, [kind]]) => {
      const digest = await crypto.subtle.sign("HMAC", this.#key, new TextEncoder().encode(key));
      this.#made.set(key, spelled(kind, hexadecimalOf(new Uint8Array(digest))));
    });
    await Promise.all(made);
    return asked.length > 0;
  }
}

function spelled(kind: NameKind, hex: string): string {
  if (kind !== "uid") return `${kind}-${hex.slice(0, DIGITS)}`;
  const groups = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return [...groups, hex.slice(20, 32)].join("-");
}
