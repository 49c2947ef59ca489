import { join } from "node:path";
import type { Actuator } from "../../../../analysis/engine/actuator.ts";
import type { CaptureHeader } from "../../../../analysis/read/capture/capture.ts";
import { optionsOfHeader } from "../../../../analysis/read/capture/header.ts";
import type { KubeletConfiguration } from "../../../../analysis/read/kubelet/loaded.ts";
import { KubernetesActuator } from "../../../daemon/actuators/kubernetes.ts";
import { ApiError } from "../../../daemon/kubernetes/apiError.ts";
import { ApiClient } from "../../../daemon/kubernetes/client.ts";
import {
  type Connection,
  type Materials,
  readCredentials,
  refuseBareCredentials,
  serverUrl,
} from "../../../daemon/kubernetes/connection.ts";
import { inCluster, SERVICE_ACCOUNT } from "../../../daemon/kubernetes/inCluster.ts";
import { configzOf, headerOfNode, nodeFactsOf } from "../../../daemon/kubernetes/nodes.ts";
import {
  nodeDocuments,
  podsPath,
  readConfigz,
  throughApiServer,
  throughKubelet,
} from "../../../daemon/sources/nodeDocuments.ts";
import { type NodeDocuments, PolledSource } from "../../../daemon/sources/polled.ts";
import { InputError } from "../../../system/errors.ts";
import type { Io } from "../../../system/io.ts";
import { SYSTEM_CLOCK } from "../../../system/systemClock.ts";
import { usageFailure } from "../../exitCode.ts";
import { apiServerConnection } from "../../input/apiServer.ts";
import { configurationOf } from "../../input/policy.ts";
import type { OpenedSource } from "./openedSource.ts";
import type { RunOptions, SourceOptions } from "./options.ts";

const CONDITION_PREFIX = "Plimsoll";

/** `--source apiserver`. */
export async function openApiServer(options: SourceOptions, io: Io): Promise<OpenedSource> {
  const node = nodeNameOf(options, io);
  const client = new ApiClient(await apiServerConnection(options, io));
  const channel = throughApiServer(client, node);
  const header = headerOfNode(await reached(() => nodeFactsOf(client, node)));
  const configz = async () => configurationIn(await readConfigz(channel), configzOf(node));
  const config = await configOf(options, configz);
  return openedOf(nodeDocuments(channel, podsPath(node)), { ...header, ...config }, configz);
}

/** `--source kubelet`. */
export async function openKubelet(options: SourceOptions, io: Io): Promise<OpenedSource> {
  const channel = throughKubelet(new ApiClient(kubeletConnection(options, io)));
  const node = options.node ?? io.environment.NODE_NAME;
  const configz = async () =>
    configurationIn(await readConfigz(channel), `configz of ${channel.client.origin}`);
  const config = await configOf(options, configz);
  const known = { ...(node === undefined ? {} : { node }), ...config };
  return openedOf(nodeDocuments(channel), known, configz);
}

/** `--act kubernetes`. */
export async function openKubernetesActuator(
  options: RunOptions,
  opened: OpenedSource,
  io: Io,
): Promise<Actuator> {
  if (opened.setsThePace) {
    throw usageFailure(
      "--act kubernetes evicts pods that exist now; a capture contains pods of the past.",
    );
  }
  const { method, nodeCondition, nodeTaint } = options;
  const node = opened.node.header?.node ?? nodeNameOf(options, io);
  const conditionPrefix = nodeCondition === true ? CONDITION_PREFIX : nodeCondition;
  return new KubernetesActuator({
    client: new ApiClient(await apiServerConnection(options, io)),
    node,
    method,
    dryRun: options.dryRun ?? false,
    report: {
      ...(conditionPrefix === undefined ? {} : { conditionPrefix }),
      ...(nodeTaint === undefined ? {} : { taint: nodeTaint }),
    },
  });
}

export function nodeNameOf({ node }: Pick<SourceOptions, "node">, { environment }: Io): string {
  const name = node ?? environment.NODE_NAME;
  if (name !== undefined && name !== "") return name;
  throw usageFailure("Which node it is about is not known; name it with --node or $NODE_NAME.");
}

function kubeletConnection(options: SourceOptions, io: Io): Connection {
  const server = serverUrl(options.kubelet, "--kubelet");
  const { kubeletCa, kubeletClientCertificate, kubeletClientKey } = options;
  const isAccount = kubeletClientCertificate === undefined && server.protocol === "https:";
  const account = isAccount && inCluster(io.environment) !== null;
  const tokenFile = options.kubeletTokenFile ?? (account ? join(SERVICE_ACCOUNT, "token") : null);
  const authority = kubeletCa ?? (account ? join(SERVICE_ACCOUNT, "ca.crt") : null);
  const materials: Materials = {
    ...(tokenFile === null ? {} : { token: { file: tokenFile } }),
    ...(authority === null ? {} : { authority: { file: authority } }),
    ...(kubeletClientCertificate === undefined
      ? {}
      : { certificate: { file: kubeletClientCertificate } }),
    ...(kubeletClientKey === undefined ? {} : { key: { file: kubeletClientKey } }),
  };
  refuseBareCredentials(server, materials, "--kubelet");
  return {
    server,
    insecureSkipTlsVerify: options.kubeletInsecureSkipTlsVerify ?? false,
    credentials: () => readCredentials(materials),
  };
}

/** The node's own configuration, unless a file is given instead. */
async function configOf(
  { config }: SourceOptions,
  configz: () => Promise<KubeletConfiguration>,
): Promise<Pick<CaptureHeader, "config">> {
  if (config !== undefined) return {};
  return { config: await reached(configz, "; or name the policy with --config") };
}

async function configurationIn(text: Buffer, name: string): Promise<KubeletConfiguration> {
  return (await configurationOf({ name, text: text.toString("utf8") })).configuration;
}

/** A failure at the start ends the run: a daemon is useless without its policy. */
async function reached<T>(ask: () => Promise<T>, more = ""): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new InputError(error.problem, `${error.advice}${more}`);
  }
}

function openedOf(
  documents: NodeDocuments,
  known: Omit<CaptureHeader, "plimsoll">,
  configz: () => Promise<KubeletConfiguration>,
): OpenedSource {
  const header: CaptureHeader = { plimsoll: "capture/1", ...known };
  return {
    source: new PolledSource(documents, SYSTEM_CLOCK),
    node: { header, options: optionsOfHeader(header), origin: "the node's own" },
    setsThePace: false,
    notifiers: [],
    configz,
  };
}
