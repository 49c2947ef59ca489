import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiError } from "../../../daemon/kubernetes/apiError.ts";
import { ApiClient } from "../../../daemon/kubernetes/client.ts";
import {
  readCredentials,
  refuseBareCredentials,
  serverUrl,
} from "../../../daemon/kubernetes/connection.ts";
import type { Io } from "../../../system/io.ts";
import { inputFailure, usageFailure } from "../../exitCode.ts";
import { type PlaygroundOptions, TOKEN_VARIABLE } from "./options.ts";

/** Hands on what an edge function keeps of a node, as a file that is there while it is used. */
export async function withEdgeCapture(
  edge: string,
  { node = "", edgeTokenFile: file }: Pick<PlaygroundOptions, "node" | "edgeTokenFile">,
  { environment }: Pick<Io, "environment">,
  use: (capture: string) => Promise<void>,
): Promise<void> {
  const text = environment[TOKEN_VARIABLE];
  if (file === undefined && text === undefined) {
    throw usageFailure(
      `--edge: a token is required; give --edge-token-file or $${TOKEN_VARIABLE}.`,
    );
  }
  const server = serverUrl(edge, "--edge");
  const materials = { token: file === undefined ? { text: text ?? "" } : { file } };
  refuseBareCredentials(server, materials, "--edge");
  const credentials = () => readCredentials(materials);
  const client = new ApiClient({ server, insecureSkipTlsVerify: false, credentials });
  const folder = await mkdtemp(join(tmpdir(), "plimsoll-playground-"));
  try {
    const path = join(folder, `${encodeURIComponent(node)}.plimsoll.ndjson`);
    await writeFile(path, await client.get(`/v1/nodes/${encodeURIComponent(node)}/capture`));
    await use(path);
  } catch (error) {
    throw error instanceof ApiError ? inputFailure(error.message) : error;
  } finally {
    client.close();
    await rm(folder, { recursive: true, force: true });
  }
}
