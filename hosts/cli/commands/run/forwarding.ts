import { EdgeNode } from "../../../daemon/forward/edgeNode.ts";
import { Forwarder, type ForwarderParts } from "../../../daemon/forward/forwarder.ts";
import { ApiClient } from "../../../daemon/kubernetes/client.ts";
import {
  type Materials,
  readCredentials,
  refuseBareCredentials,
  serverUrl,
} from "../../../daemon/kubernetes/connection.ts";
import type { Io } from "../../../system/io.ts";
import { SYSTEM_CLOCK } from "../../../system/systemClock.ts";
import { usageFailure } from "../../exitCode.ts";
import { type ForwardingOptions, TOKEN_VARIABLE } from "./forwardingOptions.ts";

/** As the edge function takes it: a DNS subdomain. */
const NODE_NAME = /^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/;

/** Null when nothing is to be forwarded. */
export function openForwarder(
  { forward, forwardTokenFile }: ForwardingOptions,
  node: string | undefined,
  parts: Pick<ForwarderParts, "history" | "reportError">,
  { environment }: Pick<Io, "environment">,
): Forwarder | null {
  if (forward === undefined) return null;
  const server = serverUrl(forward, "--forward");
  const materials = { token: tokenOf(forwardTokenFile, environment[TOKEN_VARIABLE]) };
  refuseBareCredentials(server, materials, "--forward");
  if (node === undefined || !NODE_NAME.test(node)) {
    throw usageFailure(
      `--forward: ${node === undefined ? "the node's name is unknown" : `${node} is not valid`}; ` +
        "give it with --node, in lower-case letters, digits, '-' and '.'.",
    );
  }
  const credentials = () => readCredentials(materials);
  const client = new ApiClient({ server, insecureSkipTlsVerify: false, credentials });
  return new Forwarder({ ...parts, node: new EdgeNode(client, node), clock: SYSTEM_CLOCK });
}

function tokenOf(file: string | undefined, text: string | undefined): Required<Materials>["token"] {
  if (file !== undefined) return { file };
  if (text !== undefined && text !== "") return { text };
  throw usageFailure(
    "--forward: the edge function requires a token; give --forward-token-file or " +
      `$${TOKEN_VARIABLE}.`,
  );
}
