/** What is said where a capture has no configuration, or a release that is not followed. */
import type { Policy } from "../engine/decision.ts";

export const WITHOUT_CONFIGURATION = "No configuration in this capture: kubelet defaults assumed.";

const ASSUMED = "no configuration in this capture: kubelet defaults assumed";

/** Behind the name of the capture, where a command can be given one. */
export const ASSUMED_DEFAULTS = `${ASSUMED}; give the node's own as --config.`;

/** The same where a command takes all as files. */
export const ASSUMED_FOR_FILE = `${ASSUMED}; give the node's own as a further file.`;

/** The member of an answer in JSON. */
export function assumedMember(isAssumed: boolean | undefined): { readonly defaultsAssumed?: true } {
  return isAssumed === true ? { defaultsAssumed: true } : {};
}

/** The release that is followed instead of the kubelet's own. */
export function assumedRelease({ warnings }: Pick<Policy, "warnings">): readonly string[] {
  return warnings
    .filter(({ rule }) => rule === "nearest-release")
    .map(({ message }) => `The kubelet ${message}.`);
}

/** Gets a node's own configuration. */
export const CONFIGZ_COMMAND = "kubectl get --raw /api/v1/nodes/NODE/proxy/configz > configz.json";
