/** Puts cases to the module, as a host does. */
import { AdmissionEngine } from "../../analysis/engine/admissionEngine.ts";
import type { MemoryQos } from "../../analysis/engine/memoryQos.ts";
import type { MemoryCase } from "./generate.ts";

export class MemoryPlayer {
  readonly #engine: AdmissionEngine;

  constructor(module: WebAssembly.Module) {
    this.#engine = new AdmissionEngine(module);
  }

  play({ pods, factor, policy, allocatable, gates }: MemoryCase, release: string): MemoryQos {
    this.#engine.configure();
    this.#engine.objects({ apiVersion: "v1", kind: "PodList", items: pods });
    // A factor keeps its digits, as in a file.
    const text = JSON.stringify({
      kubeletVersion: release,
      allocatableBytes: allocatable,
      configuration: { featureGates: gates, memoryReservationPolicy: policy },
    });
    const own =
      factor === null ? text : text.replace(/}}$/, `,"memoryThrottlingFactor":${factor}}}`);
    return this.#engine.memoryQos(own).parse();
  }
}
