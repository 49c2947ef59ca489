/** Puts cases to the module, as a host does. */
import type { Admission } from "../../hosts/shared/admission/admission.ts";
import { AdmissionEngine } from "../../hosts/shared/admission/admissionEngine.ts";
import { EngineError } from "../../hosts/shared/engineError.ts";
import { type Json, writeJson } from "../vectors/notation.ts";
import type { AdmissionCase } from "./admissionCase.ts";

/** What the module made of a case: an answer, or why it refused a document. */
export type Played = Admission | { readonly refused: string };

export class AdmissionPlayer {
  readonly #engine: AdmissionEngine;

  constructor(module: WebAssembly.Module) {
    this.#engine = new AdmissionEngine(module);
  }

  play({ node, pods, pod, kubeletVersion }: AdmissionCase): Played {
    const engine = this.#engine;
    try {
      engine.configure(kubeletVersion === undefined ? {} : { kubeletVersion });
      engine.objects(writeJson({ kind: "List", items: [kinded(node, "Node")] } as Json));
      engine.objects(writeJson({ kind: "PodList", items: pods } as Json));
      engine.admit(writeJson(pod));
      return engine.report().parse();
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return { refused: error.reason };
    }
  }
}

function kinded(document: Json, kind: string): Json {
  return { kind, ...(document as object) } as Json;
}
