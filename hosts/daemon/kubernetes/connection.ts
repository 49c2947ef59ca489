import { readFile } from "node:fs/promises";
import { InputError } from "../../system/errors.ts";
import { fileError } from "../../system/files.ts";

/** What proves who we are and who the server is; read again for each request. */
export interface Credentials {
  /** PEM; absent means the authorities that Node trusts. */
  readonly authority?: string;
  /** PEM, with its key. */
  readonly certificate?: string;
  readonly key?: string;
  readonly token?: string;
  /** For servers other than Kubernetes' own. */
  readonly basic?: { readonly username: string; readonly password: string };
}

/** Where an API is, and what makes it believe us and us believe it. */
export interface Connection {
  readonly server: URL;
  /** The name to expect in the server's certificate, where it is not the server's own. */
  readonly serverName?: string;
  readonly insecureSkipTlsVerify: boolean;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Files are read each time, because tokens and certificates rotate under a daemon. A token the
   * server has refused is handed in, so a kept one can be renewed.
   */
  credentials(refusedToken?: string): Promise<Credentials>;
}

/** A part of credentials: inside a document, or in a separate file. */
export type Material = { readonly text: string } | { readonly file: string };

/** Throws an InputError that names the file, never what is in it. */
export async function materialText(material: Material): Promise<string> {
  if ("text" in material) return material.text;
  try {
    return await readFile(material.file, "utf8");
  } catch (error) {
    throw (
      fileError(error) ?? new InputError(`${material.file}: it cannot be read`, "check the file")
    );
  }
}

/** The token of a file or a document: one word that fits into a header. */
export async function tokenText(material: Material): Promise<string> {
  const token = (await materialText(material)).trim();
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  const where = "file" in material ? material.file : "The token";
  throw new InputError(
    `${where}: a bearer token is a single word of ASCII, and this is not`,
    "write it again",
  );
}

/** Credentials of which each part is in a document or a file. */
export interface Materials {
  readonly authority?: Material;
  readonly certificate?: Material;
  readonly key?: Material;
  readonly token?: Material;
}

export async function readCredentials(materials: Materials): Promise<Credentials> {
  const { authority, certificate, key, token } = materials;
  return {
    ...(authority === undefined ? {} : { authority: await materialText(authority) }),
    ...(certificate === undefined ? {} : { certificate: await materialText(certificate) }),
    ...(key === undefined ? {} : { key: await materialText(key) }),
    ...(token === undefined ? {} : { token: await tokenText(token) }),
  };
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The address of a server; throws an InputError that says what is wrong with it. */
export function serverUrl(text: string, where: string): URL {
  const server = URL.canParse(text) ? new URL(text) : null;
  if (server === null || !/^https?:$/.test(server.protocol)) {
    throw new InputError(`${where}: the server is not a URL`, "write it as https://HOST:PORT");
  }
  if (server.username !== "" || server.password !== "") {
    throw new InputError(`${where}: the server's address holds a password`, "use a token instead");
  }
  return server;
}

/** Credentials go over plain HTTP to no other machine. */
export function refuseBareCredentials(server: URL, materials: Materials, where: string): void {
  if (materials.token !== undefined) refuseUnencrypted(server, where, "token");
}

export function refuseUnencrypted(server: URL, where: string, secret: "token" | "password"): void {
  if (server.protocol !== "http:" || LOOPBACK.test(server.hostname)) return;
  throw new InputError(
    `${where}: the ${secret} would be sent to ${server.origin} unencrypted`,
    "write the server as https",
  );
}
