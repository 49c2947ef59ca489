import { SIGNALS } from "../decision.ts";
import { leaf, list, mapOf, object } from "./shape.ts";

const NUMBER = leaf("number");
const THRESHOLD = leaf("threshold");
const SIGNAL = SIGNALS.join("|").replaceAll(".", "\\.");
/** A kubelet does not start with a signal or a resource that it does not know. */
const THRESHOLDS = mapOf(new RegExp(`^(?:${SIGNAL})$`), THRESHOLD, "unknown");
const RESERVED = mapOf(/^(?:cpu|memory|ephemeral-storage|pid)$/, THRESHOLD, "unknown");
/**
 * A node lists more resources than can be reserved, which the engine passes over: those of a vendor
 * or a volume plugin go by one name that it passes over too. Others it refuses, under any name.
 */
const CAPACITY = mapOf(
  /^(?:cpu|memory|ephemeral-storage|pid|pods|storage|hugepages-[0-9]+[A-Za-z]{0,2})$/,
  leaf("quantity"),
  (name) => (/\/|^(?:attachable-volumes|hugepages)-./.test(name) ? "example.com/other" : "unknown"),
);
const LAYOUT = object({ dedicatedImageFs: NUMBER, splitContainerFs: NUMBER });

/** Plimsoll's own options beside the members of the configuration. */
const OPTIONS = object({
  profile: leaf("profile"),
  kubeletVersion: leaf("kubeletVersion"),
  layout: LAYOUT,
  whatIf: NUMBER,
  capacity: CAPACITY,
  replacedByFlags: list(leaf("configurationMember")),
});

/** What a header may say once it is anonymous: nothing but the policy and the size of the node. */
export const HEADER = object({
  node: leaf("node"),
  kubelet: leaf("kubeletVersion"),
  layout: LAYOUT,
  capacity: CAPACITY,
  config: object({
    kind: leaf("kind"),
    apiVersion: leaf("kind"),
    evictionHard: THRESHOLDS,
    evictionSoft: THRESHOLDS,
    evictionSoftGracePeriod: THRESHOLDS,
    evictionMinimumReclaim: THRESHOLDS,
    evictionPressureTransitionPeriod: THRESHOLD,
    evictionMaxPodGracePeriod: NUMBER,
    mergeDefaultEvictionSettings: NUMBER,
    localStorageCapacityIsolation: NUMBER,
    cgroupsPerQOS: NUMBER,
    enforceNodeAllocatable: list(leaf("enforcement")),
    systemReserved: RESERVED,
    kubeReserved: RESERVED,
    // Only whether they are set is read.
    systemReservedCgroup: leaf("anything"),
    kubeReservedCgroup: leaf("anything"),
    featureGates: mapOf(/^[A-Z][A-Za-z]*$/, NUMBER),
    plimsoll: OPTIONS,
  }),
});
