/** What is asked about Memory QoS: the pods of a node, or a configuration by itself. */
import type { AdmissionEngine } from "../../engine/admissionEngine.ts";
import { RELEASES } from "../../engine/contract/releases.ts";
import { EngineError } from "../../engine/engineError.ts";
import type { MemoryQos } from "../../engine/memoryQos.ts";
import { MembersError } from "../../read/json/members.ts";
import { followedRelease, minorOf } from "../../text/release.ts";

export interface AskedMemoryQos {
  readonly kubelet: string;
  /** The configuration in the form that the core takes. */
  readonly configuration: string;
  /** The Node, where its allocatable memory is known. */
  readonly node: object | null;
  /** v1 Pods. */
  readonly pods: readonly string[];
  /** What pods may use, where there is no Node. */
  readonly allocatableBytes?: number;
}

/** Null for a kubelet before Memory QoS, and where a document is refused. */
export function askMemoryQos(asked: AskedMemoryQos, engine: AdmissionEngine): MemoryQos | null {
  const { kubelet, configuration, node, pods, allocatableBytes } = asked;
  const followed = followedRelease("The kubelet", kubelet, RELEASES.memoryQos);
  if (followed === null || isBefore(kubelet, followed.release)) return null;
  try {
    engine.configure();
    if (node !== null) engine.objects(JSON.stringify(node));
    for (const pod of pods) engine.objects(pod);
    const answer = engine.memoryQos({
      kubeletVersion: followed.release,
      configuration: JSON.parse(configuration),
      ...(allocatableBytes === undefined ? {} : { allocatableBytes }),
    });
    return answer.parse();
  } catch (error) {
    if (error instanceof EngineError || error instanceof MembersError) return null;
    throw error;
  }
}

/** A kubelet that is older than all that are followed has no Memory QoS. */
function isBefore(kubelet: string, followed: string): boolean {
  return (minorOf(kubelet) ?? 0) < (minorOf(followed) ?? 0);
}

/** Pods that stand for others, for a configuration without pods. */
const EXAMPLES: Readonly<Record<string, object>> = {
  "a container that requests 1Gi with a limit of 4Gi": {
    requests: { memory: "1Gi" },
    limits: { memory: "4Gi" },
  },
  "a container that requests 1Gi without a limit": { requests: { memory: "1Gi" } },
  "a Guaranteed container of 1Gi": {
    requests: { memory: "1Gi", cpu: "1" },
    limits: { memory: "1Gi", cpu: "1" },
  },
  "a BestEffort container": {},
};

/** What a configuration makes of the examples. */
export function askExamples(
  kubelet: string,
  configuration: string,
  allocatableBytes: number | undefined,
  engine: AdmissionEngine,
): MemoryQos | null {
  const pods = Object.entries(EXAMPLES).map(([name, resources], index) =>
    JSON.stringify({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { namespace: "example", name, uid: String(index) },
      spec: { containers: [{ name: "c", image: "i", resources }] },
    }),
  );
  const known = allocatableBytes === undefined ? {} : { allocatableBytes };
  return askMemoryQos({ kubelet, configuration, node: null, pods, ...known }, engine);
}
