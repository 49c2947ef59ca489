/** What is said of a capture without a configuration. */

export const WITHOUT_CONFIGURATION = "No configuration in this capture: kubelet defaults assumed.";

/** Behind the name of the capture, where a command can be given one. */
export const ASSUMED_DEFAULTS =
  "no configuration in this capture: kubelet defaults assumed; give the node's own as --config.";

/** The member of an answer in JSON. */
export function assumedMember(isAssumed: boolean | undefined): { readonly defaultsAssumed?: true } {
  return isAssumed === true ? { defaultsAssumed: true } : {};
}
