/** Puts cases to the module, as a host does. */
import type { Admission } from "../../analysis/engine/admission.ts";
import { AdmissionEngine } from "../../analysis/engine/admissionEngine.ts";
import { EngineError } from "../../analysis/engine/engineError.ts";
import { type Json, writeJson } from "../vectors/notation.ts";
import type { AdmissionCase } from "./admissionCase.ts";

/** What the module made of a case: an answer, or why it refused a document. */
export type Played = Admission | { readonly refused: string };

const encoder = new TextEncoder();

export class AdmissionPlayer {
  readonly #engine: AdmissionEngine;
  readonly #heard: (answer: Uint8Array) => void;

  /** `heard` gets the bytes of each answer, also of those about refused documents. */
  constructor(module: WebAssembly.Module, heard: (answer: Uint8Array) => void = () => {}) {
    this.#engine = new AdmissionEngine(module);
    this.#heard = heard;
  }

  play(asked: AdmissionCase): Played {
    const engine = this.#engine;
    try {
      for (const [verb, document] of admissionDocuments(asked)) engine[verb](document);
      const answer = engine.report();
      this.#heard(answer.bytes);
      return answer.parse();
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.#heard(encoder.encode(JSON.stringify(error.answer)));
      return { refused: error.reason };
    }
  }
}

/** A case as the module's verbs, with their documents. */
export function admissionDocuments({ node, pods, pod, kubeletVersion }: AdmissionCase) {
  return [
    ["configure", kubeletVersion === undefined ? {} : { kubeletVersion }],
    ["objects", writeJson({ kind: "List", items: [kinded(node, "Node")] } as Json)],
    ["objects", writeJson({ kind: "PodList", items: pods } as Json)],
    ["admit", writeJson(pod)],
  ] as const;
}

function kinded(document: Json, kind: string): Json {
  return { kind, ...(document as object) } as Json;
}
