import { createHash, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { InputError } from "../../system/errors.ts";

/** Fewer characters than this can be guessed over a network. */
const LENGTH_MIN = 16;

/**
 * The secret that callers must send. The file is read again for each request, so a token which
 * is replaced (a mounted Secret is) is valid at once, and the old one no longer is.
 */
export class Token {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Throws an InputError when the file cannot be read or holds no fit token. */
  static async open(path: string): Promise<Token> {
    const text = await readFile(path, "utf8");
    if (text.trim().length < LENGTH_MIN) {
      throw new InputError(
        `${path}: a token has at least ${LENGTH_MIN} characters`,
        "make one with: openssl rand -hex 32",
      );
    }
    return new Token(path);
  }

  /**
   * Whether an Authorization header carries the token: as a bearer, or as the password of a basic
   * authorization, which is how a browser can be asked for it.
   */
  async admits(authorization: string | undefined): Promise<boolean> {
    const sent = sentBy(authorization ?? "");
    if (sent === null) return false;
    const text = await readFile(this.#path, "utf8").catch(() => "");
    const expected = text.trim();
    return expected.length >= LENGTH_MIN && timingSafeEqual(digest(expected), digest(sent));
  }
}

function sentBy(authorization: string): string | null {
  const [, scheme = "", credentials = ""] = /^(\w+) +(\S+) *$/.exec(authorization) ?? [];
  if (/^bearer$/i.test(scheme)) return credentials;
  if (!/^basic$/i.test(scheme)) return null;
  const pair = Buffer.from(credentials, "base64").toString();
  return pair.slice(pair.indexOf(":") + 1);
}

/** Equal lengths, so the comparison does not reveal the length either. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
