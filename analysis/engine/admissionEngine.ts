import { Detail } from "../../assembly/abi.ts";
import type { Admission } from "./admission.ts";
import { Answer } from "./answer.ts";
import type { MemoryQos, MemoryQosQuestion } from "./memoryQos.ts";
import { SplittingEngine } from "./moduleEngine.ts";
import type { DocumentInput } from "./moduleInstance.ts";
import type { SplitExports } from "./splitter.ts";

/** The verbs of `plimsoll-admission.wasm`, in addition to what every module exports. */
interface AdmissionExports extends SplitExports {
  configure(size: number): number;
  objects(size: number): number;
  admit(size: number): number;
  memoryQos(size: number): number;
}

export interface AdmissionOptions {
  /** Such as `1.35`, `v1.35.8` or `v1.31.2+k3s1`; the newest release when left out. */
  readonly kubeletVersion?: string;
}

/** A kubelet's admission: whether a node takes a pod, and which pods it kills to make room. */
export class AdmissionEngine extends SplittingEngine<AdmissionExports> {
  /** Forgets all objects. Throws `EngineError` for a version that is not known. */
  configure(options: AdmissionOptions = {}): void {
    this.module.call("configure", options);
  }

  /** The node and its pods: objects or lists, one document a call. Throws `EngineError`. */
  objects(document: DocumentInput): number {
    return this.module.call("objects", document);
  }

  /** Whether the node takes this v1 Pod. Throws `EngineError` when the document is refused. */
  admit(pod: DocumentInput): boolean {
    return this.module.call("admit", pod) !== 0;
  }

  /** What the kubelet writes for Memory QoS, of the objects given. Throws `EngineError`. */
  memoryQos(question: MemoryQosQuestion | string): Answer<MemoryQos> {
    this.module.call("memoryQos", question);
    return new Answer<MemoryQos>(this.module.answer("report", Detail.Decision));
  }

  /** The last decision; at detail 2 with what would have let the pod in. */
  report(detail: Detail = Detail.Counterfactuals): Answer<Admission> {
    return new Answer<Admission>(this.module.answer("report", detail));
  }
}
