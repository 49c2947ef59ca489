/** The file of admissions: a header line, then one case a line, in one gzip stream. */
import { gzipSync } from "fflate";
import type { AdmissionCase, OracleAdmission } from "../../admission/admissionCase.ts";
import { type Json, writeJson } from "../../vectors/notation.ts";
import { corpusText } from "../corpus.ts";
import { parseExact } from "../exact.ts";

export const ADMISSIONS_VERSION = "admissions/1";

export interface AdmissionsHeader {
  readonly plimsoll: typeof ADMISSIONS_VERSION;
  /** The release whose code answered: `v1.36.4`. */
  readonly kubernetes: string;
  readonly cases: number;
}

export interface RecordedAdmission {
  /** Made from the documents. */
  readonly id: string;
  readonly asked: AdmissionCase;
  readonly answer: OracleAdmission;
}

export interface AdmissionCorpus {
  readonly header: AdmissionsHeader;
  readonly cases: readonly RecordedAdmission[];
}

/** Reads the bytes of the file, compressed or not. */
export function readAdmissions(bytes: Uint8Array): AdmissionCorpus {
  const [first, ...lines] = corpusText(bytes)
    .split("\n")
    .filter((line) => line !== "");
  const header = JSON.parse(first ?? "{}") as AdmissionsHeader;
  if (header.plimsoll !== ADMISSIONS_VERSION || header.cases !== lines.length) {
    throw new Error(
      `The file is not a whole ${ADMISSIONS_VERSION}; npm run corpus -- admissions makes another.`,
    );
  }
  return { header, cases: lines.map((line) => parseExact(line) as unknown as RecordedAdmission) };
}

/** The bytes of the file; the same cases give the same bytes. */
export function writeAdmissions({ header, cases }: AdmissionCorpus): Uint8Array {
  const lines = [header, ...cases].map((one) => `${writeJson(one as unknown as Json)}\n`);
  return gzipSync(new TextEncoder().encode(lines.join("")), { level: 9, mem: 12, mtime: 0 });
}
