import { AdmissionEngine } from "../../shared/admission/admissionEngine.ts";
import { type NodeAdmission, nodeAdmission } from "../../shared/admission/nodeAdmission.ts";
import { isOfLog } from "../../shared/evidence/journal/logged.ts";
import { type JudgedRun, rankedScene } from "../kernel/worker.ts";
import type { Turns } from "../worker/turns.ts";

/** The kubelet's admission beside a run of its eviction manager. */
export class AdmissionJudge {
  readonly #engine: AdmissionEngine;

  constructor(module: WebAssembly.Module) {
    this.#engine = new AdmissionEngine(module);
  }

  /** Whom it would take at a step; null where no pods are known, or none of their requests. */
  async view(
    { run, json, capture }: JudgedRun,
    position: number,
    turns: Turns,
  ): Promise<NodeAdmission | null> {
    if (isOfLog(capture.header)) return null;
    const ranked = await rankedScene({ run, capture }, position, turns);
    if (ranked === null) return null;
    const node = capture.header?.node;
    const subject = {
      node: node === undefined ? "node" : String(node),
      kubelet: run.policy.kubeletVersion,
      configuration: json,
    };
    return nodeAdmission(subject, ranked.decision, ranked.scene.pods, this.#engine);
  }
}
