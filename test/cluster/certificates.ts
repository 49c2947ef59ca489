/** A certificate authority that lives as long as a test. */
import "reflect-metadata";
import { isIP } from "node:net";
import * as x509 from "@peculiar/x509";

export interface Pem {
  readonly certificate: string;
  readonly key: string;
}

export interface Authority {
  /** PEM of the authority itself. */
  readonly certificate: string;
  /** For a server at these names and addresses. */
  server(names: readonly string[], days?: { from: number; to: number }): Promise<Pem>;
  /** For a client that the API server knows as `user` in `groups`. */
  client(user: string, groups?: readonly string[]): Promise<Pem>;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const DAY_MILLISECONDS = 86_400_000;
const USABLE = { from: -1, to: 1 };

export async function createAuthority(name = "Plimsoll test authority"): Promise<Authority> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const own = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: "01",
    name: `CN=${name}`,
    ...validity(USABLE),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
  });
  let issued = 1;
  const issue = async (
    subject: string,
    usage: string,
    names: readonly string[],
    days: { from: number; to: number },
  ): Promise<Pem> => {
    issued += 1;
    const pair = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
    const certificate = await x509.X509CertificateGenerator.create({
      serialNumber: issued.toString(16).padStart(2, "0"),
      subject,
      issuer: own.subject,
      ...validity(days),
      signingAlgorithm: ALGORITHM,
      publicKey: pair.publicKey,
      signingKey: keys.privateKey,
      extensions: [
        new x509.ExtendedKeyUsageExtension([usage]),
        ...(names.length > 0 ? [new x509.SubjectAlternativeNameExtension(names.map(nameOf))] : []),
      ],
    });
    const key = await crypto.subtle.exportKey("pkcs8", pair.privateKey);
    return {
      certificate: certificate.toString("pem"),
      key: x509.PemConverter.encode(key, "PRIVATE KEY"),
    };
  };
  return {
    certificate: own.toString("pem"),
    server: (names, days = USABLE) =>
      issue(`CN=${names[0]}`, x509.ExtendedKeyUsage.serverAuth, names, days),
    client: (user, groups = []) => {
      const subject = [`CN=${user}`, ...groups.map((group) => `O=${group}`)].join(",");
      return issue(subject, x509.ExtendedKeyUsage.clientAuth, [], USABLE);
    },
  };
}

function validity({ from, to }: { from: number; to: number }) {
  const now = Date.now();
  return {
    notBefore: new Date(now + from * DAY_MILLISECONDS),
    notAfter: new Date(now + to * DAY_MILLISECONDS),
  };
}

function nameOf(name: string): x509.JsonGeneralName {
  return { type: isIP(name) === 0 ? "dns" : "ip", value: name };
}
