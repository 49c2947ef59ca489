/** A run of cases from one seed. Case `n` of a seed is the same whatever was run before it. */
import { KINDS, OPAQUE_KINDS, putReference, REFERENCE } from "./kinds.ts";
import { mutate } from "./mutations.ts";
import { Random } from "./random.ts";
import { type Case, type EngineMaker, Session } from "./session.ts";
import { shrink } from "./shrink.ts";

const DOCUMENTS_PER_KIND = 40;
const FINDINGS_MAX = 10;
const THOROUGH_ONE_IN = 16;
/** Where clocks break: the least and the greatest time, the epoch, and a step back. */
const ODD_TIMES = [-(2n ** 63n), 2n ** 63n - 1n, 0n, -1n, REFERENCE.now - 3_600_000_000_000n];

export interface Finding {
  /** Every case that was wrong in this way; the first one was shrunk. */
  readonly cases: number[];
  readonly kind: string;
  readonly how: readonly string[];
  readonly sentence: string;
  readonly shrunk: Uint8Array;
}

export class Campaign {
  readonly #seed: number;
  readonly #documents: readonly (readonly Buffer[])[];
  readonly #session: Session;
  readonly findings: Finding[] = [];

  constructor(seed: number, make: EngineMaker) {
    this.#seed = seed;
    this.#session = new Session(make);
    const random = new Random(seed, -1);
    const engine = make();
    putReference(engine);
    this.#documents = KINDS.map((kind) =>
      Array.from({ length: DOCUMENTS_PER_KIND }, () => {
        const document = kind.document(random, engine);
        // The kubelet indents by one space; the API server does not indent at all.
        const indent = random.pick([0, 0, 1, 2, "\t"]);
        if (document instanceof Uint8Array) return Buffer.from(document);
        return Buffer.from(JSON.stringify(document, null, indent));
      }),
    );
  }

  get isFull(): boolean {
    return this.findings.length >= FINDINGS_MAX;
  }

  run(number: number, thorough?: boolean): void {
    const { subject, how } = this.#make(number, thorough);
    const sentence = this.#session.examine(subject);
    if (sentence === undefined) return;
    const known = this.findings.find(
      (finding) => finding.kind === subject.kind.name && isAlike(finding.sentence, sentence),
    );
    if (known !== undefined) {
      known.cases.push(number);
      return;
    }
    const shrunk = shrink(subject.bytes, (bytes) => {
      const other = this.#session.examine({ ...subject, bytes, thorough: true });
      return other !== undefined && isAlike(other, sentence);
    });
    this.findings.push({ cases: [number], kind: subject.kind.name, how, sentence, shrunk });
  }

  #make(number: number, thorough?: boolean): { subject: Case; how: string[] } {
    const random = new Random(this.#seed, number);
    const which = random.below(KINDS.length);
    const kind = KINDS[which] as (typeof KINDS)[number];
    const document = random.pick(this.#documents[which] as readonly Buffer[]);
    const isOpaque = OPAQUE_KINDS.includes(kind.name);
    const { bytes, how } = mutate(document, random, isOpaque);
    const now = random.oneIn(16)
      ? random.pick(ODD_TIMES)
      : REFERENCE.now + BigInt(random.below(600)) * 1_000_000_000n;
    const isThorough = random.oneIn(THOROUGH_ONE_IN);
    return { subject: { kind, bytes, now, thorough: thorough ?? isThorough }, how };
  }
}

/** Offsets and depths change while a document shrinks; the rest of the sentence does not. */
function isAlike(left: string, right: string): boolean {
  return left.replace(/\d+/g, "0") === right.replace(/\d+/g, "0");
}

export function describeFinding(seed: number, finding: Finding): string {
  const { cases, kind, how, sentence, shrunk } = finding;
  const [first] = cases;
  const text = Buffer.from(shrunk).toString("latin1");
  return [
    `seed ${seed}, case ${first}: ${kind} (${how.join(", ") || "as made"})`,
    `  ${sentence}`,
    `  ${shrunk.length} bytes, as Latin-1: ${JSON.stringify(text.slice(0, 400))}`,
    `  repeat with: npm run fuzz -- --seed ${seed} --case ${first}`,
  ].join("\n");
}
