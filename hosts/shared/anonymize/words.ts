import { MISSING_IN_SERIES } from "../capture/missing.ts";
import { PROFILES } from "../contract/profiles.ts";
import { MISSING as MISSING_OF_LOGS } from "../evidence/journal/records.ts";
import type { WordKind } from "../reduce/shape.ts";

/** What captures of logs and of series leave out. */
const MISSING = [...MISSING_OF_LOGS, ...MISSING_IN_SERIES];

interface Vocabulary {
  readonly words: RegExp;
  /** What any other text becomes: the one the policy treats alike. */
  readonly otherwise: string;
}

/** The words the policy compares with; no other text of these members leaves the cluster. */
export const VOCABULARIES: Readonly<Record<WordKind, Vocabulary>> = {
  phase: { words: /^(?:Pending|Running|Succeeded|Failed|Unknown)$/, otherwise: "Unknown" },
  // The policy asks for BestEffort and Guaranteed; an empty class is computed from the resources.
  qosClass: { words: /^(?:Guaranteed|Burstable|BestEffort|)$/, otherwise: "Burstable" },
  medium: { words: /^(?:Memory|HugePages|)$/, otherwise: "Memory" },
  restartPolicy: { words: /^(?:Always|OnFailure|Never|)$/, otherwise: "Never" },
  configSource: { words: /^(?:api|file|http)$/, otherwise: "http" },
  priorityClass: { words: /^system-(?:node|cluster)-critical$/, otherwise: "class" },
  systemContainer: { words: /^(?:pods|kubelet|runtime)$/, otherwise: "container" },
  kind: {
    words: /^(?:Pod|(?:Pod)?List|KubeletConfiguration|v1|kubelet\.config\.k8s\.io\/v1beta1)$/,
    otherwise: "v1",
  },
  kubeletVersion: { words: /^v?\d{1,3}\.\d{1,3}(?:\.\d{1,3})?$/, otherwise: "unknown" },
  missing: { words: new RegExp(`^(?:${MISSING.join("|")})$`), otherwise: "other" },
  profile: { words: new RegExp(`^(?:${PROFILES.join("|")})$`), otherwise: "unknown" },
  // The one member of which the policy asks whether a flag gave it.
  configurationMember: { words: /^evictionPressureTransitionPeriod$/, otherwise: "member" },
  enforcement: {
    words: /^(?:none|pods|(?:system|kube)-reserved(?:-compressible)?)$/,
    otherwise: "unknown",
  },
};
