import { isIPv4 } from "node:net";
import { SettingError } from "../../system/errors.ts";

/** Where the server listens. */
export interface Address {
  /** An IP address or a name, without brackets; empty for every address of the machine. */
  readonly host: string;
  /** The ports to try, in order; 0 lets the system choose. */
  readonly ports: readonly number[];
  /** Whether only this machine can reach it. */
  readonly loopback: boolean;
}

export const DEFAULT_PORT = 10350;
/** Several daemons on one machine, each with a port a reader can guess; then any port at all. */
const DEFAULT_PORTS = [...Array.from({ length: 10 }, (_, index) => DEFAULT_PORT + index), 0];
const PORT_MAX = 65_535;
const FORM = /^(?:(?<host>\[[0-9a-f:.]+\]|[^:[\]\s/]*):)?(?<port>\d{1,5})$/i;

/** Loopback, at the first port of a short range that is free. */
export const DEFAULT_ADDRESS: Address = {
  host: "127.0.0.1",
  ports: DEFAULT_PORTS,
  loopback: true,
};

/** `127.0.0.1:10350`, `[::1]:10350`, `10350` on loopback, `:10350` on every address. */
export function parseAddress(text: string, flag = "--listen"): Address {
  const { host, port } = FORM.exec(text)?.groups ?? {};
  if (port === undefined || Number(port) > PORT_MAX) {
    throw new SettingError(
      `${flag} ${text}: this is not an address with a port`,
      `write it like 127.0.0.1:${DEFAULT_PORT}`,
    );
  }
  // The name could resolve to anything; what is meant by it is this address.
  const given = host === undefined || host.toLowerCase() === "localhost" ? "127.0.0.1" : host;
  const bare = given.replace(/^\[|\]$/g, "");
  return { host: bare, ports: [Number(port)], loopback: isLoopback(bare) };
}

export function isLoopback(host: string): boolean {
  return host === "::1" || (isIPv4(host) && host.startsWith("127."));
}

/** As in a URL: `127.0.0.1:10350`, `[::1]:10350`. */
export function addressText(host: string, port: number): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
