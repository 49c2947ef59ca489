/** Bottlerocket: `settings.kubernetes` of its TOML user data. */
import type { LoadedConfiguration, NodeDescription } from "../../configuration.ts";
import { isMembers, type Members } from "../members.ts";
import { eksReservation } from "./eks.ts";
import { loaded, membersOrNone, note, textsOf } from "./form.ts";

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
  const own = membersOrNone(settings["kube-reserved"], name, "kube-reserved");
  const { kubeReserved, notes } = eksReservation(name, "Bottlerocket", capacity);
  configuration.kubeReserved = { ...kubeReserved, ...own };
  const isReserved = "memory" in own && "cpu" in own;
  const sentence =
    settings["eviction-hard"] === undefined
      ? "Bottlerocket sets no eviction-hard of its own: the kubelet's defaults stand."
      : "settings.kubernetes.eviction-hard replaces the kubelet's defaults as a whole.";
  return loaded(
    "Bottlerocket",
    { ...configuration, kubeReservedCgroup: "/runtime" },
    note(name, sentence),
    ...(isReserved ? [] : notes),
  );
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
