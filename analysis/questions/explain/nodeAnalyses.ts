/** What the kernel and admission would do at the steps of a replay. */
import type { AdmissionEngine } from "../../engine/admissionEngine.ts";
import type { Decision } from "../../engine/decision.ts";
import type { MemoryQos } from "../../engine/memoryQos.ts";
import type { CaptureRecord } from "../../read/capture/capture.ts";
import {
  type AdmissionSubject,
  type NodeAdmission,
  nodeAdmission,
} from "../admit/nodeAdmission.ts";
import type { NodeOom, OomView, PodHigh } from "../oom/nodeOom.ts";
import type { ReplayStep } from "../replay/replay.ts";
import { nodeMemoryQos } from "./nodeMemoryQos.ts";

/** The kernel and admission at one step; null where the documents lack what that needs. */
export interface NodeAnalysis {
  readonly oom: OomView | null;
  readonly admission: NodeAdmission | null;
  readonly memoryQos: MemoryQos | null;
}

export const NOT_ANALYZED: NodeAnalysis = { oom: null, admission: null, memoryQos: null };

/** Where the pod in question is throttled; null where several containers are, or none. */
function podHigh(qos: MemoryQos | null, { subject, evictions }: Decision): PodHigh | null {
  const uid = (subject ?? evictions[0])?.uid;
  const [only, ...others] = qos?.pods.find((pod) => pod.uid === uid)?.containers ?? [];
  if (uid === undefined || others.length > 0 || typeof only?.high !== "number") return null;
  return { uid, highBytes: only.high };
}

/** Follows a replay step by step. */
export class NodeAnalyses {
  readonly #oom: NodeOom;
  readonly #admission: AdmissionEngine;
  readonly #subject: AdmissionSubject | null;

  /** `subject` is null where documents have no requests, as those of a log. */
  constructor(oom: NodeOom, admission: AdmissionEngine, subject: AdmissionSubject | null) {
    this.#oom = oom;
    this.#admission = admission;
    this.#subject = subject;
  }

  noting(records: AsyncIterable<CaptureRecord>): AsyncIterable<CaptureRecord> {
    return this.#oom.noting(records);
  }

  /** Takes each step, while the engine holds its decision. */
  take(step: ReplayStep): void {
    this.#oom.take(step);
  }

  /** Analyzes the step that was taken last; `decision` is that of the step in full detail. */
  analyze(decision: Decision, summary: Uint8Array | null): NodeAnalysis {
    if (summary === null) return NOT_ANALYZED;
    if (this.#subject === null) {
      return { ...NOT_ANALYZED, oom: this.#oom.view(decision, summary) };
    }
    const { pods } = this.#oom;
    const memoryQos = nodeMemoryQos(this.#subject, decision, pods, this.#admission);
    const oom = this.#oom.view(decision, summary, podHigh(memoryQos, decision));
    const admission = nodeAdmission(this.#subject, decision, pods, this.#admission);
    return { oom, admission, memoryQos };
  }
}
