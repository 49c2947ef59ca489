import { CaptureError } from "../capture/format.ts";
import type { Identified } from "./documents.ts";
import { GZIP, identify } from "./identify.ts";

/** How to get each document, for the error about another one. */
const COMMANDS = {
  Summary: "kubectl get --raw /api/v1/nodes/NODE/proxy/stats/summary",
  PodList: "kubectl get pods --all-namespaces --output json",
} as const;
const WORDS = { Summary: "a stats Summary", PodList: "a PodList" } as const;

type Wanted = keyof typeof WORDS;

/** Another document than the one that is wanted. */
export class DocumentError extends CaptureError {
  readonly found: Identified["kind"];
  /** What is wrong, and where; without what to do, and without a full stop. */
  readonly problem: string;

  constructor(name: string, found: Identified, wanted: Wanted) {
    const remedy = found === GZIP ? "decompress it first" : `get one with ${COMMANDS[wanted]}`;
    const problem = `${name}: this is ${found.words}, not ${WORDS[wanted]}`;
    super(`${problem}; ${remedy}.`);
    this.problem = problem;
    this.found = found.kind;
  }
}

/** A document as JSON, or a DocumentError that names what was given instead. */
export function wantedDocument(name: string, bytes: Uint8Array, wanted: Wanted): Uint8Array {
  const found = identify(bytes);
  if (found.kind !== wanted || found.json === null) throw new DocumentError(name, found, wanted);
  return found.json;
}
