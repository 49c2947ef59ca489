import { fromBase64, toBase64 } from "../base64.ts";
import { sha256Of } from "../digest.ts";
import { Problem } from "../problem.ts";

/**
 * The limit for a state as text, a fifth more than the largest one; longer ones are refused unread.
 */
export const STATE_TEXT_MAX = 200 * 2 ** 10;

const VERSION = "state/1";
const KEY = /^(?:[0-9a-f]{2}){32,}$/;
/** The digits of a key's digest that identify it. */
const ID_DIGITS = 16;
const ALGORITHM = { name: "HMAC", hash: "SHA-256" } as const;
const encoder = new TextEncoder();

/** What is said where a deployment has no keys. */
export const WITHOUT_KEYS =
  "This deployment has no keys for states (STATE_KEYS): it issues none, and the next " +
  "step begins without grace periods and conditions.";

/**
 * Reads `["<key>", …]`, each of at least 32 random bytes in hexadecimal: the first one signs, all
 * are accepted. Throws an Error that repeats nothing of what was read.
 */
export function stateKeysOf(json: string): readonly string[] {
  const keys = parsed(json);
  if (Array.isArray(keys) && keys.every((key) => typeof key === "string" && KEY.test(key))) {
    return keys;
  }
  throw new Error(
    'STATE_KEYS is a JSON list of keys in hexadecimal, 32 bytes or more each: ["<64 digits>"].',
  );
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

interface NamedKey {
  /** The start of its digest, so keys need no name. */
  readonly id: string;
  readonly key: CryptoKey;
}

/**
 * Authenticates the states that this deployment hands out (HMAC-SHA-256): a state decides which
 * pod is evicted next, so it counts only as it was handed out, and only for the tenant it was
 * handed out to.
 */
export class StateKeys {
  readonly #texts: readonly string[];
  #keys: Promise<readonly NamedKey[]> | null = null;

  /** In hexadecimal, as `stateKeysOf` reads them; none: no state is handed out or taken back. */
  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  /** A state as the text that `verified` takes; null without a key. */
  async signed(state: Uint8Array, tenant: string): Promise<string | null> {
    const [named] = await this.#imported();
    if (named === undefined) return null;
    const tag = await crypto.subtle.sign(ALGORITHM, named.key, messageOf(named.id, tenant, state));
    return [VERSION, named.id, toBase64(state), toBase64(new Uint8Array(tag))].join(".");
  }

  /** The state in a text; throws a Problem for any text but one that `signed` gave this tenant. */
  async verified(text: string, tenant: string): Promise<Uint8Array> {
    const keys = await this.#imported();
    if (keys.length === 0) throw refused(`${WITHOUT_KEYS} Leave state out.`);
    const [version, id, state, tag, ...more] = text.split(".", 5);
    const named = keys.find((key) => key.id === id);
    const isWhole = version === VERSION && state !== undefined && tag !== undefined;
    if (named === undefined || !isWhole || more.length > 0) throw foreign();
    const bytes = fromBase64(state, "state");
    const message = messageOf(named.id, tenant, bytes);
    // Compared by the platform, in constant time.
    if (await crypto.subtle.verify(ALGORITHM, named.key, fromBase64(tag, "state"), message)) {
      return bytes;
    }
    throw foreign();
  }

  #imported(): Promise<readonly NamedKey[]> {
    this.#keys ??= Promise.all(this.#texts.map(imported));
    return this.#keys;
  }
}

async function imported(text: string): Promise<NamedKey> {
  const bytes = Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  const digest = await sha256Of(encoder.encode(`${VERSION} ${text}`));
  const key = await crypto.subtle.importKey("raw", bytes, ALGORITHM, false, ["sign", "verify"]);
  return { id: digest.slice(0, ID_DIGITS), key };
}

/** Names of tenants and ids of keys have no line breaks. */
function messageOf(id: string, tenant: string, state: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(`${VERSION}\n${id}\n${tenant}\n`);
  const message = new Uint8Array(head.length + state.length);
  message.set(head);
  message.set(state, head.length);
  return message;
}

/** One sentence for every error, so that it does not reveal which part was wrong. */
function foreign(): Problem {
  return refused(
    "The state is not one that this deployment issued to this tenant, or its key is no " +
      "longer accepted; send it back as the last answer gave it, or leave it out to begin " +
      "without one.",
  );
}

function refused(detail: string): Problem {
  return new Problem("refused-document", detail, { document: "State" });
}
