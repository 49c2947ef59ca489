import type { SeriesOptions } from "../../../../analysis/questions/options/series.ts";
import type { Connection, Credentials, Materials } from "../../../daemon/kubernetes/connection.ts";
import {
  materialText,
  readCredentials,
  refuseBareCredentials,
  refuseUnencrypted,
  serverUrl,
} from "../../../daemon/kubernetes/connection.ts";
import { inputFailure, usageFailure } from "../../exitCode.ts";

/** A server, how to authenticate there, and what none of our sentences may hold. */
export interface ServerAccess {
  readonly connection: Connection;
  /** A text of the server's with our secrets taken out, should it say them. */
  withoutSecrets(text: string): string;
}

const HEADER_NAME = /^[A-Za-z0-9-]+$/;
const HEADER_VALUE = /^[\x20-\x7e]+$/;
const NAMED = "--prometheus";

/** Throws a Failure or an InputError, which name flags and files and never what is in them. */
export async function accessOf(options: SeriesOptions): Promise<ServerAccess> {
  const server = addressOf(options.prometheus ?? "");
  const materials: Materials = {
    ...(options.caFile === undefined ? {} : { authority: { file: options.caFile } }),
    ...(options.certFile === undefined ? {} : { certificate: { file: options.certFile } }),
    ...(options.keyFile === undefined ? {} : { key: { file: options.keyFile } }),
    ...(options.bearerTokenFile === undefined ? {} : { token: { file: options.bearerTokenFile } }),
  };
  refuseBareCredentials(server, materials, NAMED);
  const basic = await basicOf(options, server);
  const credentials: Credentials = {
    ...(await readCredentials(materials)),
    ...(basic === null ? {} : { basic }),
  };
  const secrets = secretsOf(credentials);
  return {
    connection: {
      server,
      insecureSkipTlsVerify: false,
      headers: tenantHeader(options),
      credentials: async () => credentials,
    },
    withoutSecrets: (text) =>
      secrets.reduce((clean, secret) => clean.replaceAll(secret, "[removed]"), text),
  };
}

/** The address as it may be shown: without a password, a query or a fragment. */
function addressOf(text: string): URL {
  const given = URL.canParse(text) ? new URL(text) : null;
  if (given !== null && `${given.username}${given.password}` !== "") {
    throw inputFailure(
      `${NAMED}: the address contains a name or a password; give --username and ` +
        "--password-file.",
    );
  }
  const server = serverUrl(text, NAMED);
  if (server.search === "" && server.hash === "") return server;
  throw inputFailure(
    `${NAMED}: the address has a query or a fragment; give only the part before /api/v1.`,
  );
}

async function basicOf(
  { username, passwordFile }: SeriesOptions,
  server: URL,
): Promise<NonNullable<Credentials["basic"]> | null> {
  if (username === undefined || passwordFile === undefined) return null;
  // As with a token: no credentials go to another machine unencrypted.
  const file = { file: passwordFile };
  refuseUnencrypted(server, NAMED, "password");
  const password = (await materialText(file)).replace(/\r?\n$/, "");
  if (password !== "") return { username, password };
  throw inputFailure(`${passwordFile}: it is empty; write the password into it.`);
}

function tenantHeader({ tenant, tenantHeader: name }: SeriesOptions): Record<string, string> {
  if (tenant === undefined) return {};
  if (!HEADER_NAME.test(name)) {
    throw usageFailure(`--tenant-header ${name}: it is not a header name; use letters and dashes.`);
  }
  if (HEADER_VALUE.test(tenant)) return { [name.toLowerCase()]: tenant };
  throw usageFailure("--tenant: a header can contain only printable ASCII; change it.");
}

/** A secret of three letters would take the words out of every sentence. */
const SECRET_LENGTH_MIN = 4;

function secretsOf({ token, basic, key }: Credentials): readonly string[] {
  const pair = basic === undefined ? "" : `${basic.username}:${basic.password}`;
  const written = [token ?? "", key?.trim() ?? "", basic?.password ?? "", pair];
  // As a server may say it back: padding and some characters depend on where it does.
  const secrets = written.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    ...(["base64", "base64url"] as const).map((form) =>
      Buffer.from(secret).toString(form).replace(/=+$/, ""),
    ),
  ]);
  return secrets
    .filter(({ length }) => length >= SECRET_LENGTH_MIN)
    .sort((a, b) => b.length - a.length);
}
