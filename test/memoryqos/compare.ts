/** Compares the files that a kubelet's code writes with those of the module. */
import type { MemoryFiles, MemoryQos } from "../../analysis/engine/memoryQos.ts";
import type { MemoryCase } from "./generate.ts";

type Files = Readonly<Record<string, string>>;

/** The oracle's answer. */
export interface KubeletFiles {
  readonly pods: readonly {
    readonly name: string;
    readonly qos: string;
    readonly pod: Files;
    readonly containers: Readonly<Record<string, Files>>;
  }[];
  readonly qos: Readonly<Record<string, Files>>;
}

/** As the kubelet's code has them: contents by file names. */
export function filesOf({ min, low, high, max }: MemoryFiles): Files {
  const files = { "memory.min": min, "memory.low": low, "memory.high": high, "memory.max": max };
  return Object.fromEntries(
    Object.entries(files).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

function sorted(files: Files): string {
  return JSON.stringify(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What differs first; null for nothing. */
export function memoryDifference(
  asked: MemoryCase,
  theirs: KubeletFiles,
  ours: MemoryQos,
): string | null {
  const differ = (what: string, kubelet: Files, plimsoll: MemoryFiles) => {
    const own = sorted(filesOf(plimsoll));
    return sorted(kubelet) === own ? null : `${what}: kubelet ${sorted(kubelet)}, plimsoll ${own}`;
  };
  for (const [index, pod] of theirs.pods.entries()) {
    const own = ours.pods[index];
    if (own?.name !== pod.name) return `pod ${pod.name} is missing`;
    if (own.qosClass !== pod.qos) return `${pod.name}: ${pod.qos}, plimsoll ${own.qosClass}`;
    // No quantity is larger than the kubelet's own number; a limit of 0 is none.
    const { "memory.max": most, ...rest } = pod.pod;
    const found = differ(pod.name, { ...rest, ...(most ? { "memory.max": most } : {}) }, own);
    if (found !== null) return found;
    for (const container of own.containers) {
      const files = pod.containers[container.name] ?? {};
      const wrong = differ(`${pod.name}/${container.name}`, files, container);
      if (wrong !== null) return wrong;
    }
  }
  // With the gate off the kubelet's code for the classes is not called.
  if (asked.gates.MemoryQoS === false) return null;
  return (
    differ("kubepods", theirs.qos.Guaranteed ?? {}, ours.kubepods) ??
    differ("burstable", theirs.qos.Burstable ?? {}, ours.burstable)
  );
}
