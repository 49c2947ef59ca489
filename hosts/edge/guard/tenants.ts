import { sha256Of } from "../digest.ts";

/** Who may ask, and by which tokens: only their digests are kept, so a leak opens nothing. */
export interface Tenant {
  readonly name: string;
  /** SHA-256 of each token in hexadecimal; two while one of them is being replaced. */
  readonly tokenDigests: readonly string[];
}

const NAME = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const DIGEST = /^[0-9a-f]{64}$/;
const encoder = new TextEncoder();

/**
 * Reads `{"acme":["<sha-256 of a token>"]}`. Throws an Error that names what is wrong and repeats
 * nothing of what was read.
 */
export function tenantsOf(json: string): readonly Tenant[] {
  const tenants = Object.entries(parsed(json)).map(([name, tokenDigests]) => {
    if (!NAME.test(name)) {
      throw new Error("A tenant's name is lower-case letters, digits and '-', at most 63.");
    }
    const isList = Array.isArray(tokenDigests) && tokenDigests.length > 0;
    if (!isList || !tokenDigests.every((digest) => DIGEST.test(String(digest)))) {
      throw new Error(`Tenant ${name} needs a list of SHA-256 digests in hexadecimal.`);
    }
    return { name, tokenDigests: tokenDigests as string[] };
  });
  return tenants;
}

function parsed(json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The sentence below says what was expected; the text itself may hold secrets.
  }
  throw new Error('The tenants are not a JSON object; write {"name":["<sha-256 of its token>"]}.');
}

/** The tenant a token belongs to. Every digest is compared to its end, whichever one fits. */
export async function tenantOfToken(
  tenants: readonly Tenant[],
  token: string,
): Promise<string | null> {
  const digest = await digestOf(token);
  let found: string | null = null;
  for (const { name, tokenDigests } of tenants) {
    for (const known of tokenDigests) {
      if (isEqual(digest, known)) found = name;
    }
  }
  return found;
}

export function digestOf(token: string): Promise<string> {
  return sha256Of(encoder.encode(token));
}

/** In a time that depends on nothing but the length, which is always that of a digest. */
function isEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}
