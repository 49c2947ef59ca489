/** What the kernel and admission would do at the steps of a replay. */
import type { AdmissionEngine } from "../../engine/admissionEngine.ts";
import type { Decision } from "../../engine/decision.ts";
import type { CaptureRecord } from "../../read/capture/capture.ts";
import {
  type AdmissionSubject,
  type NodeAdmission,
  nodeAdmission,
} from "../admit/nodeAdmission.ts";
import type { NodeOom, OomView } from "../oom/nodeOom.ts";
import type { ReplayStep } from "../replay/replay.ts";

/** The kernel and admission at one step; null where the documents lack what that needs. */
export interface NodeAnalysis {
  readonly oom: OomView | null;
  readonly admission: NodeAdmission | null;
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
    if (summary === null) return { oom: null, admission: null };
    const oom = this.#oom.view(decision, summary);
    if (this.#subject === null) return { oom, admission: null };
    const { pods } = this.#oom;
    return { oom, admission: nodeAdmission(this.#subject, decision, pods, this.#admission) };
  }
}
