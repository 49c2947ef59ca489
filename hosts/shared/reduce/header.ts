import { RESOURCE_LIST } from "./pods.ts";
import { leaf, list, mapOf, object } from "./shape.ts";

const NUMBER = leaf("number");
const THRESHOLD = leaf("threshold");
const SIGNALS = [
  "(?:allocatableMemory|memory|pid)\\.available",
  "(?:nodefs|imagefs|containerfs)\\.(?:available|inodesFree)",
];
const THRESHOLDS = mapOf(new RegExp(`^(?:${SIGNALS.join("|")})$`), THRESHOLD);
const RESERVED = mapOf(/^(?:cpu|memory|ephemeral-storage|pid)$/, THRESHOLD);

/** What a header may say once it is anonymous: nothing but the policy and the size of the node. */
export const HEADER = object({
  node: leaf("node"),
  kubelet: leaf("kubeletVersion"),
  layout: object({ dedicatedImageFs: NUMBER, splitContainerFs: NUMBER }),
  capacity: RESOURCE_LIST,
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
    featureGates: mapOf(/^[A-Z][A-Za-z]*$/, NUMBER),
  }),
});
