/** Bottlerocket: `settings.kubernetes` of its TOML user data. */

import { isMembers, type Members } from "../../json/untyped.ts";
import type { LoadedConfiguration, NodeDescription } from "../loaded.ts";
import { eksReservation } from "./eks.ts";
import { loaded, membersOrNone, note, textsOf } from "./form.ts";
import { unreadMembers } from "./unread.ts";

/** Settings that the kubelet has under a name of its own. */
const NAMES: Readonly<Record<string, string>> = {
  "eviction-hard": "evictionHard",
  "eviction-soft": "evictionSoft",
  "eviction-soft-grace-period": "evictionSoftGracePeriod",
  "eviction-max-pod-grace-period": "evictionMaxPodGracePeriod",
  "system-reserved": "systemReserved",
  "max-pods": "maxPods",
  "pod-pids-limit": "podPidsLimit",
};

const RESERVED = "kube-reserved";
/** Settings that do not concern eviction, other than those with the kubelet's own names. */
const OTHERS = new Set(
  (
    "api-server authentication-mode bootstrap-token cloud-provider cluster-certificate " +
    "cluster-name cpu-cfs-quota-enforced cpu-manager-policy-options credential-providers " +
    "device-ownership-from-security-context hostname-override hostname-override-source " +
    "image-gc-high-threshold-percent image-gc-low-threshold-percent log-level " +
    "memory-manager-reserved-memory node-ip node-labels node-taints pod-infra-container-image " +
    "cluster-dns-ip reserved-cpus server-certificate server-key shutdown-grace-period " +
    "shutdown-grace-period-for-critical-pods standalone-mode static-pods"
  ).split(" "),
);

/** `settings` is the value of the TOML table `settings.kubernetes`. */
export function bottlerocketConfiguration(
  name: string,
  settings: Members,
  node: NodeDescription,
): LoadedConfiguration {
  const configuration: Record<string, unknown> = {};
  for (const [setting, member] of Object.entries(NAMES)) {
    const value = settings[setting];
    if (value !== undefined) configuration[member] = plain(value);
  }
  const pods = settings["max-pods"];
  const capacity = {
    ...node.capacity,
    ...(pods === undefined ? {} : { pods: textsOf(pods).join() }),
  };
  const own = membersOrNone(settings[RESERVED], name, RESERVED);
  const { kubeReserved, notes } = eksReservation(name, "Bottlerocket", capacity);
  configuration.kubeReserved = { ...kubeReserved, ...own };
  const isReserved = "memory" in own && "cpu" in own;
  const sentence =
    settings["eviction-hard"] === undefined
      ? "Bottlerocket does not set eviction-hard: the kubelet's defaults apply."
      : "settings.kubernetes.eviction-hard replaces the kubelet's defaults as a whole.";
  const made = loaded(
    "Bottlerocket",
    { ...configuration, kubeReservedCgroup: "/runtime" },
    note(name, sentence),
    ...(isReserved ? [] : notes),
  );
  const isRead = (setting: string) => Object.hasOwn(NAMES, setting) || setting === RESERVED;
  return { ...made, unread: unreadMembers("Bottlerocket", settings, isRead, OTHERS) };
}

/** Thresholds are texts to the kubelet, whatever type they have in TOML. */
function plain(value: unknown): unknown {
  if (!isMembers(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      each === null ? "null" : textsOf(each).join(),
    ]),
  );
}
