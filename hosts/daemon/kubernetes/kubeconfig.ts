import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { ConfigurationError } from "../../../analysis/read/kubelet/error.ts";
import { documentsOf } from "../../../analysis/read/kubelet/yaml.ts";
import { InputError } from "../../system/errors.ts";
import { isFile, readText } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import {
  type Connection,
  type Material,
  type Materials,
  readCredentials,
  refuseBareCredentials,
  serverUrl,
} from "./connection.ts";
import { execPlugin } from "./execPlugin.ts";
import { Member } from "./member.ts";

/** The files a shell's KUBECONFIG names, or the one in the home directory. */
export function kubeconfigPaths(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const listed = (environment.KUBECONFIG ?? "").split(delimiter).filter((path) => path !== "");
  return listed.length > 0 ? listed : [join(environment.HOME ?? homedir(), ".kube", "config")];
}

/** One file, and its document. */
interface Part {
  readonly path: string;
  readonly document: Member;
}

/** The connection of a context (the current one when none is named) in one or several files. */
export async function readKubeconfig(
  paths: readonly string[],
  contextName: string | undefined,
  io: Io,
): Promise<Connection> {
  const there = paths.filter((path) => isFile(path));
  if (there.length === 0 && paths.length > 0 && isDefault(paths, io)) {
    throw new InputError(
      `No kubeconfig is named, and ${paths.join(", ")} is not there`,
      "give --kubeconfig, or set KUBECONFIG",
    );
  }
  // Of several files, kubectl skips those that do not exist.
  const read = there.length > 0 && paths.length > 1 ? there : paths;
  const parts = await Promise.all(read.map((path) => readPart(path, io)));
  // Of several files, the first one with a value counts, as in kubectl.
  const current = parts.flatMap(({ document }) => document.member("current-context").text() ?? []);
  const name = contextName ?? current.find((each) => each !== "");
  if (name === undefined) {
    throw new InputError(`${paths.join(", ")}: no context is current`, "name one with --context");
  }
  const { entry: context } = named(parts, "contexts", name, "context");
  const cluster = named(parts, "clusters", context.member("cluster").required(), "cluster");
  const user = context.member("user").text() ?? "";
  return connectionOf(cluster, user === "" ? null : named(parts, "users", user, "user"));
}

/** Whether the file is kubectl's default rather than named by the user. */
function isDefault(paths: readonly string[], { environment }: Io): boolean {
  const own = { ...environment, KUBECONFIG: "" };
  return (environment.KUBECONFIG ?? "") === "" && paths.join() === kubeconfigPaths(own).join();
}

async function readPart(path: string, io: Io): Promise<Part> {
  const text = await readText(path, io);
  try {
    const { values } = documentsOf({ name: path, text });
    return { path, document: new Member(values[0] ?? {}, `${path}:`) };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    // The reader's own sentence may quote the text, and the text holds secrets.
    throw new InputError(`${error.place ?? path}: it is not YAML that can be read`, "fix it there");
  }
}

interface Entry {
  readonly path: string;
  readonly entry: Member;
}

/** An entry of the lists `clusters`, `contexts` and `users`: a name, and what it names. */
function named(parts: readonly Part[], list: string, name: string, kind: string): Entry {
  for (const { path, document } of parts) {
    const found = document
      .member(list)
      .items()
      .find((item) => item.member("name").text() === name);
    if (found !== undefined) return { path, entry: found.member(kind) };
  }
  const where = parts.map(({ path }) => path).join(", ");
  throw new InputError(
    `${where}: there is no ${kind} "${name}" among its ${list}`,
    "check the name",
  );
}

/** Ways to authenticate that we do not have, and what to use instead. */
const UNSUPPORTED: Readonly<Record<string, readonly [problem: string, advice: string]>> = {
  username: ["passwords are not supported (nor by Kubernetes since 1.19)", "use a token"],
  password: ["passwords are not supported (nor by Kubernetes since 1.19)", "use a token"],
  "auth-provider": ["auth providers are not supported (nor by kubectl since 1.26)", "use exec"],
  as: ["impersonation is not supported", "use credentials of the account itself"],
};

function connectionOf(cluster: Entry, user: Entry | null): Connection {
  const server = serverUrl(cluster.entry.member("server").required(), cluster.entry.where);
  if (cluster.entry.member("proxy-url").text() !== undefined) {
    throw new InputError(`${cluster.entry.where} proxy-url is not supported`, "reach it directly");
  }
  for (const [member, [problem, advice]] of Object.entries(UNSUPPORTED)) {
    if (user?.entry.member(member).isThere) {
      throw new InputError(`${user.entry.where} ${member}: ${problem}`, advice);
    }
  }
  const serverName = cluster.entry.member("tls-server-name").text();
  const materials = {
    ...part("authority", material(cluster, "certificate-authority")),
    ...(user === null ? {} : materialsOfUser(user)),
  };
  refuseBareCredentials(server, materials, cluster.entry.where);
  const exec = user?.entry.member("exec");
  const plugin = exec?.isThere ? execPlugin(exec, dirname(user?.path ?? "")) : null;
  return {
    server,
    ...(serverName === undefined ? {} : { serverName }),
    insecureSkipTlsVerify: cluster.entry.member("insecure-skip-tls-verify").isTrue(),
    credentials: async (refusedToken) => ({
      ...(await readCredentials(materials)),
      ...(plugin === null ? {} : { token: await plugin(refusedToken) }),
    }),
  };
}

function materialsOfUser(user: Entry): Materials {
  const token = user.entry.member("token").text();
  const tokenFile = user.entry.member("tokenFile").text();
  return {
    ...part("certificate", material(user, "client-certificate")),
    ...part("key", material(user, "client-key")),
    // If both are given, the file counts, because it rotates.
    ...(tokenFile !== undefined
      ? { token: { file: resolve(dirname(user.path), tokenFile) } }
      : part("token", token === undefined ? undefined : { text: token })),
  };
}

/** `name-data` holds base64, and counts before the file that `name` names. */
function material({ path, entry }: Entry, name: string): Material | undefined {
  const inline = entry.member(`${name}-data`).text();
  if (inline !== undefined) return { text: Buffer.from(inline, "base64").toString("utf8") };
  const file = entry.member(name).text();
  return file === undefined ? undefined : { file: resolve(dirname(path), file) };
}

function part<Name extends string>(name: Name, value: Material | undefined) {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, Material>);
}

/** The names of all contexts in the files that would be read; none where one is unreadable. */
export async function contextNames(io: Io): Promise<readonly string[]> {
  const paths = kubeconfigPaths(io.environment).filter((path) => isFile(path));
  try {
    const parts = await Promise.all(paths.map((path) => readPart(path, io)));
    return parts.flatMap(({ document }) =>
      document
        .member("contexts")
        .items()
        .flatMap((entry) => entry.member("name").text() ?? []),
    );
  } catch {
    // What is wrong with it is said where it is needed.
    return [];
  }
}
