import { withoutFullStop } from "../../../analysis/text/fullStop.ts";
import { InputError } from "../../system/errors.ts";

/**
 * An error status, or no answer. The message is one sentence made of the request,
 * what the server says and what to do now; it never holds a header we sent.
 */
export class ApiError extends InputError {
  override readonly name = "ApiError";
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** What the server says, in its own words. */
  readonly said: string;
  /** Reasons of a Status's causes, such as `DisruptionBudget`. */
  readonly causes: readonly string[];
  /** False when no connection was made: the request did not reach the server. */
  readonly isSent: boolean;

  constructor(
    problem: string,
    advice: string,
    status: number | null = null,
    said = "",
    causes: readonly string[] = [],
    isSent = true,
  ) {
    super(problem, advice);
    this.status = status;
    this.said = said;
    this.causes = causes;
    this.isSent = isSent;
  }
}

/** An answer with more bytes than are taken. */
export class TooLargeError extends ApiError {}

/**
 * The server, or the credentials for it, are not available now: a daemon says so and tries
 * again. Anything else is a defect of ours.
 */
export function isUnavailable(error: unknown): error is InputError {
  return error instanceof InputError;
}

/** The parts of a metav1.Status that are read. */
interface ApiStatus {
  readonly message?: unknown;
  readonly details?: { readonly causes?: unknown };
}

interface Cause {
  readonly reason?: unknown;
  readonly message?: unknown;
}

const STATUS_BYTES_MAX = 65_536;
const SAID_LENGTH_MAX = 300;

/** What a daemon does by itself. */
export const NEXT_STEP = "the next step tries again";

/** What to do about a status; those of the 500s share a line. */
const ADVICE: Readonly<Record<number, string>> = {
  400: "the server may run an unexpected release; see its message",
  401: "renew the token or the client certificate",
  403: "grant it by RBAC, as the ClusterRole of the manifests does",
  404: "check the name, and whether the server has this API",
  409: "the object has changed; look at it again",
  413: "the request is larger than the server takes",
  422: "the server rejects a member of the object; see its message",
  429: NEXT_STEP,
};
const SERVER_FAULT = "the fault is behind the server; see its log";

type Reason = readonly [problem: string, advice: string];

/** Why no answer came, by Node's code. */
const TRANSPORT_ERRORS: Readonly<Record<string, Reason>> = {
  ECONNREFUSED: ["nothing listens there", "check the address, and that the server runs"],
  ECONNRESET: ["the server closed the connection", NEXT_STEP],
  EPIPE: ["the server closed the connection", NEXT_STEP],
  ENOTFOUND: ["there is no such host", "check the address"],
  EAI_AGAIN: ["the name cannot be resolved now", "check DNS"],
  EHOSTUNREACH: ["there is no route to that host", "check the network"],
  ENETUNREACH: ["there is no route to that network", "check the network"],
  ETIMEDOUT: ["the host does not answer", "check the address and the firewall"],
  CERT_HAS_EXPIRED: ["its certificate has expired", "renew it"],
  CERT_NOT_YET_VALID: ["its certificate is not valid yet", "check the clocks"],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    "its certificate is for other names",
    "use one of them, or name it as tls-server-name",
  ],
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: [
    "the client certificate and its key do not belong together",
    "name two that do",
  ],
  HPE_INVALID_CONSTANT: ["the server there does not speak HTTP", "check the port"],
  EPROTO: ["the server there does not speak compatible TLS", "check the port and the scheme"],
};
const UNTRUSTED: Reason = [
  "its certificate is signed by an authority that is not trusted",
  "name the right one, or skip the check by name",
];
const CERTIFICATES = /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_(?:UNTRUSTED|SIGNATURE)/;
/** Node's own words for what is wrong with a PEM text quote nothing of it. */
const UNREADABLE: Reason = [
  "a client certificate or key cannot be read as PEM",
  "name files that hold one",
];

/** `what` is the request: method, path, server. */
export function statusError(what: string, status: number, body: Uint8Array): ApiError {
  const { said, causes } = readStatus(body);
  const advice = ADVICE[status] ?? (status >= 500 ? SERVER_FAULT : "see its message");
  const words = said === "" ? `${status}` : `${status}, ${said}`;
  const asksToWait = status === 429 ? "; the server asks to wait" : "";
  const problem = `${what} is answered with ${words}${asksToWait}`;
  return new ApiError(problem, advice, status, said, causes);
}

export function transportError(what: string, error: unknown): ApiError {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  const isPem = /^ERR_(?:OSSL|CRYPTO)/.test(code) && TRANSPORT_ERRORS[code] === undefined;
  const [reason, advice] = CERTIFICATES.test(code)
    ? UNTRUSTED
    : isPem
      ? UNREADABLE
      : (TRANSPORT_ERRORS[code] ?? [
          `the connection failed (${code || "no reason given"})`,
          "try again",
        ]);
  const problem = `${what} has no answer: ${reason}`;
  return new ApiError(problem, advice, null, "", [], !isUnsent(error));
}

/** The name was not found, or nothing took the connection. */
function isUnsent(error: unknown): boolean {
  const { syscall = "" } = error as NodeJS.ErrnoException;
  return syscall === "connect" || syscall.startsWith("getaddrinfo");
}

/** The message of a Status and its causes, or the first line of another text. */
function readStatus(body: Uint8Array): { said: string; causes: readonly string[] } {
  const text = Buffer.from(body.subarray(0, STATUS_BYTES_MAX)).toString("utf8").trim();
  try {
    const { message, details } = JSON.parse(text) as ApiStatus;
    const listed = Array.isArray(details?.causes) ? (details.causes as Cause[]) : [];
    const first = tidy(String(message ?? ""));
    const more = listed
      .map((cause) => tidy(String(cause?.message ?? "")))
      .filter((line) => line !== "" && !first.includes(line));
    const causes = listed.map((cause) => String(cause?.reason ?? ""));
    return { said: [first, ...more].filter((line) => line !== "").join(": "), causes };
  } catch {
    return { said: tidy(text.split("\n", 1)[0]?.slice(0, SAID_LENGTH_MAX) ?? ""), causes: [] };
  }
}

/** One line without its full stop, for use inside a sentence. */
function tidy(line: string): string {
  return withoutFullStop(line.replace(/\s+/g, " "));
}
