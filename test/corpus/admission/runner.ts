/**
 * Plays the recorded admissions on the module and compares with what the kubelet's code answered.
 * Runs on any platform with WebAssembly: it needs no Go, no Node, no file, no clock.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type AdmissionDifference, difference } from "../../admission/compare.ts";
import { AdmissionPlayer } from "../../admission/play.ts";
import { readAdmissions } from "./corpus.ts";

export interface AdmissionsReport {
  readonly kubernetes: string;
  readonly cases: number;
  /** SHA-256 of all answers in their order, one a line, in hexadecimal. */
  readonly digest: string;
  readonly failures: readonly {
    readonly id: string;
    readonly difference: AdmissionDifference;
  }[];
}

const NEWLINE = new Uint8Array([0x0a]);

export function runAdmissions(module: WebAssembly.Module, bytes: Uint8Array): AdmissionsReport {
  const { header, cases } = readAdmissions(bytes);
  const hash = sha256.create();
  const player = new AdmissionPlayer(module, (answer) => hash.update(answer).update(NEWLINE));
  const failures = cases.flatMap(({ id, asked, answer }) => {
    const found = difference(answer, player.play(asked));
    return found === null ? [] : [{ id, difference: found }];
  });
  const digest = bytesToHex(hash.digest());
  return { kubernetes: header.kubernetes, cases: cases.length, digest, failures };
}
