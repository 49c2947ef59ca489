/**
 * The corpus file: a header line, then one case a line, in one gzip stream. A case is a scenario
 * and what the kubelet's own code answered when it was recorded.
 */
import { gunzipSync, gzipSync } from "fflate";
import type { Worth } from "../fidelity/criterion/configuration.ts";
import type { OracleAnswer, OraclePods, Scenario } from "../fidelity/scenario.ts";
import { type Json, writeJson } from "../vectors/notation.ts";
import { parseExact } from "./exact.ts";

export const CORPUS_VERSION = "corpus/1";

export interface CorpusHeader {
  readonly plimsoll: typeof CORPUS_VERSION;
  /** The release whose code answered: `v1.35.8`. */
  readonly kubernetes: string;
  readonly cases: number;
  /** What the texts of all thresholds are worth to the kubelet's parsers. */
  readonly worths: Readonly<Record<string, Worth>>;
}

export interface CorpusCase {
  /** Made from the scenario, so that the same scenario has the same name in every corpus. */
  readonly id: string;
  readonly scenario: Scenario;
  readonly answer: OracleAnswer;
  /** What the kubelet derives from each pod alone; absent when it was not asked. */
  readonly pods?: OraclePods;
}

export interface Corpus {
  readonly header: CorpusHeader;
  readonly cases: readonly CorpusCase[];
}

/** Reads the bytes of a corpus file, compressed or not. */
export function readCorpus(bytes: Uint8Array): Corpus {
  const [first, ...lines] = corpusText(bytes)
    .split("\n")
    .filter((line) => line !== "");
  const header = JSON.parse(first ?? "{}") as CorpusHeader;
  if (header.plimsoll !== CORPUS_VERSION) {
    throw new Error(
      `The first line of the corpus is no ${CORPUS_VERSION} header; record it again.`,
    );
  }
  if (header.cases !== lines.length) {
    throw new Error(
      `The corpus announces ${header.cases} cases and has ${lines.length}; it is cut.`,
    );
  }
  return { header, cases: lines.map((line) => parseExact(line) as unknown as CorpusCase) };
}

/** The release of a version, such as `1.36` of `v1.36.4`. */
export function releaseOf(version: string): string {
  return version.replace(/^v(1\.\d+).*$/, "$1");
}

/** The scenario of a case; one that names no release is of the one whose code answered. */
export function scenarioOf({ kubernetes }: CorpusHeader, { scenario }: CorpusCase): Scenario {
  return { ...scenario, kubeletVersion: scenario.kubeletVersion ?? releaseOf(kubernetes) };
}

/** The bytes of a corpus file; the same cases give the same bytes. */
export function writeCorpus(corpus: Corpus): Uint8Array {
  const bytes = new TextEncoder().encode(writeCorpusText(corpus));
  return gzipSync(bytes, { level: 9, mem: 12, mtime: 0 });
}

export function writeCorpusText({ header, cases }: Corpus): string {
  return [header, ...cases].map((one) => `${writeJson(one as unknown as Json)}\n`).join("");
}

export function corpusText(bytes: Uint8Array): string {
  return new TextDecoder().decode(isGzip(bytes) ? gunzipSync(bytes) : bytes);
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
