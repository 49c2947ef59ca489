import { type ExecFileException, execFile } from "node:child_process";
import { resolve } from "node:path";
import { InputError } from "../../system/errors.ts";
import { Member } from "./member.ts";

interface Kept {
  readonly token: string;
  /** Milliseconds since the epoch; a token without one is kept until it is refused. */
  readonly expires: number;
}

const PLUGIN_TIMEOUT_MILLISECONDS = 30_000;
/** A token is renewed while the old one can still arrive. */
const MARGIN_MILLISECONDS = 10_000;

/**
 * The token of a credential plugin of a kubeconfig, such as those of the cloud providers. It is
 * run again when its token expires or is refused; what it prints appears in no sentence.
 */
export function execPlugin(
  exec: Member,
  directory: string,
): (refusedToken?: string) => Promise<string> {
  const apiVersion = exec.member("apiVersion").required();
  const named = exec.member("command").required();
  // A command with a slash is relative to the kubeconfig; a bare one is looked up in PATH.
  const command = /[\\/]/.test(named) ? resolve(directory, named) : named;
  const words = exec
    .member("args")
    .items()
    .map((item) => item.text() ?? "");
  const set = exec
    .member("env")
    .items()
    .map((item): [string, string] => [
      item.member("name").required(),
      item.member("value").text() ?? "",
    ]);
  const question = { apiVersion, kind: "ExecCredential", spec: { interactive: false } };
  const environment = {
    ...process.env,
    ...Object.fromEntries(set),
    KUBERNETES_EXEC_INFO: JSON.stringify(question),
  };
  let kept: Kept | null = null;
  let running: Promise<Kept> | null = null;
  const renew = async (): Promise<Kept> => {
    const printed = await run(command, words, environment, exec.where);
    return credentialOf(printed, `${exec.where} command ${command}`);
  };
  return async (refusedToken) => {
    const isFresh = kept !== null && kept.expires - MARGIN_MILLISECONDS > Date.now();
    if (kept !== null && isFresh && kept.token !== refusedToken) return kept.token;
    // Requests that come together wait for one run: a plugin may ask a person, or a cloud.
    running ??= renew().finally(() => {
      running = null;
    });
    kept = await running;
    return kept.token;
  };
}

function run(
  command: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  where: string,
): Promise<string> {
  const options = { env: environment, timeout: PLUGIN_TIMEOUT_MILLISECONDS };
  return new Promise((fulfil, reject) => {
    execFile(command, words, options, (error, stdout) => {
      if (error === null) return fulfil(stdout);
      reject(pluginError(`${where} command ${command}`, error));
    });
  });
}

function pluginError(what: string, { code, signal }: ExecFileException): InputError {
  if (code === "ENOENT") {
    return new InputError(`${what} is not installed`, "install it, or add its directory to PATH");
  }
  if (code === "EACCES") return new InputError(`${what} may not be run`, "make it executable");
  // What `execFile` sends when the time is up.
  const problem = signal === "SIGTERM" ? "did not answer within 30 s" : "failed";
  return new InputError(`${what} ${problem}`, "run it by hand to see why");
}

/** What a plugin prints is an ExecCredential of client.authentication.k8s.io. */
function credentialOf(printed: string, where: string): Kept {
  const status = new Member(parsed(printed), `${where} prints an ExecCredential whose`).member(
    "status",
  );
  const token = status.member("token").text();
  if (token !== undefined && /^[\x21-\x7e]+$/.test(token)) {
    const expires = Date.parse(status.member("expirationTimestamp").text() ?? "");
    return { token, expires: Number.isNaN(expires) ? Number.POSITIVE_INFINITY : expires };
  }
  throw status.member("clientCertificateData").isThere
    ? new InputError(
        `${where} gives a client certificate, which is not supported`,
        "name its files instead",
      )
    : new InputError(
        `${where} printed no ExecCredential with a token`,
        "run it by hand to see what it prints",
      );
}

function parsed(printed: string): unknown {
  try {
    return JSON.parse(printed);
  } catch {
    return null;
  }
}
