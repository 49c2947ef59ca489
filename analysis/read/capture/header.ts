import type { Members } from "../../engine/evictionEngine.ts";
import { isMembers } from "../json/untyped.ts";
import type { ModuleOptions } from "../kubelet/module.ts";
import { CAPTURE_VERSION, CaptureError, type CaptureHeader } from "./format.ts";
import { jsonOf, LineError } from "./record.ts";

/** A Node object has some ten kilobytes. */
const NODE_BYTES_MAX = 2 ** 20;

export function isHeader(members: Members): boolean {
  return members.has("plimsoll");
}

/** The header of this version; throws CaptureError for any other document of ours. */
export function headerOf(members: Members): CaptureHeader {
  const header = Object.fromEntries(
    [...members].map(([name, bytes]) => [name, parsed(name, bytes)]),
  ) as unknown as CaptureHeader;
  if (header.plimsoll === CAPTURE_VERSION) return withReadableVersion(header);
  throw new CaptureError(
    `The first line says ${JSON.stringify(header.plimsoll)} where this version reads ` +
      `"${CAPTURE_VERSION}"; give a capture, or use the version that wrote this one.`,
  );
}

/** A version that cannot be read would be ignored, and the newest release followed instead. */
function withReadableVersion(header: CaptureHeader): CaptureHeader {
  const { kubelet } = header;
  // An anonymous capture says "unknown" for a version that could say who built it.
  if (kubelet === undefined || kubelet === "unknown" || isVersion(kubelet)) return header;
  throw new CaptureError(
    `The first line says "kubelet":${JSON.stringify(kubelet)}, which is not a version; ` +
      'write one such as "v1.35.2", or leave the member out.',
  );
}

/** What a header says about the node, for `configure`. */
export function optionsOfHeader(header: CaptureHeader): ModuleOptions {
  return {
    ...(typeof header.kubelet === "string" ? versionOption(header.kubelet) : {}),
    ...(isMembers(header.layout) ? { layout: header.layout } : {}),
    ...(isMembers(header.capacity) ? capacityOption(header.capacity) : {}),
  };
}

/**
 * What a foreign first record says about the node, when it carries the Node object or the parts
 * of it that the recorder found worth keeping.
 */
export function optionsOfNode(node: Uint8Array | undefined): ModuleOptions {
  if (node !== undefined && node.length > NODE_BYTES_MAX) {
    throw new CaptureError(
      `The Node object of the first record has ${node.length} bytes and ${NODE_BYTES_MAX} are ` +
        "read; leave it out.",
    );
  }
  const whole = node === undefined ? null : parsed("node", node);
  if (!isMembers(whole)) return {};
  const status = isMembers(whole.status) ? whole.status : whole;
  const system = status.nodeInfo;
  const version = isMembers(system) ? system.kubeletVersion : undefined;
  return {
    ...(typeof version === "string" ? versionOption(version) : {}),
    ...(isMembers(status.capacity) ? capacityOption(status.capacity) : {}),
  };
}

/** The header a foreign capture would have, made of what its first record says about the node. */
export function headerOfOptions(options: ModuleOptions): CaptureHeader {
  const { kubeletVersion, layout, capacity } = options;
  return {
    plimsoll: CAPTURE_VERSION,
    ...(kubeletVersion === undefined ? {} : { kubelet: `v${kubeletVersion}` }),
    ...(layout === undefined ? {} : { layout }),
    ...(capacity === undefined ? {} : { capacity }),
  };
}

const VERSION = /^v?(\d+\.\d+)/;

/** Whether a text begins with a release, as the version of a kubelet does. */
export function isVersion(text: unknown): text is string {
  return typeof text === "string" && VERSION.test(text);
}

/** The release of `v1.35.2-eks-1234`, without its patch. */
function versionOption(version: string): ModuleOptions {
  const found = VERSION.exec(version);
  return found?.[1] === undefined ? {} : { kubeletVersion: found[1] };
}

function capacityOption(capacity: Readonly<Record<string, unknown>>): ModuleOptions {
  const quantities = Object.entries(capacity).filter(
    ([, quantity]) => typeof quantity === "string",
  );
  return { capacity: Object.fromEntries(quantities) as Record<string, string> };
}

function parsed(name: string, bytes: Uint8Array): unknown {
  try {
    return jsonOf(name, bytes);
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    throw new CaptureError(`The first line is not a header: ${error.message}; give a capture.`);
  }
}
