import { AdmissionEngine } from "../../../../analysis/engine/admissionEngine.ts";
import type { MemoryQos } from "../../../../analysis/engine/memoryQos.ts";
import type { CheckedFile } from "../../../../analysis/questions/check/annotations.ts";
import type { DetailedCheck } from "../../../../analysis/questions/check/answer.ts";
import { askExamples } from "../../../../analysis/questions/memoryQos/asked.ts";
import { quantityValue } from "../../../../analysis/read/kubelet/validation/quantity.ts";
import { loadModule } from "../../../system/modules.ts";

type MemoryQosOf = (
  checked: CheckedFile["checked"],
  json: string,
  found: Partial<DetailedCheck>,
) => MemoryQos | null;

/** Memory QoS needs the admission module, which the first screen does not wait for. */
export async function askingMemoryQos(): Promise<MemoryQosOf> {
  const engine = new AdmissionEngine(await loadModule("admission"));
  return ({ policy }, json, { costs }) => {
    // The kubelet would not start.
    if (policy === undefined) return null;
    const memory = costs?.allocatable.find(({ resource }) => resource === "memory")?.allocatable;
    const bytes = memory === undefined ? undefined : Number(quantityValue(memory) ?? 0n);
    return askExamples(policy.kubeletVersion, json, bytes, engine);
  };
}
