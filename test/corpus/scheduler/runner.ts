/**
 * Plays the recorded clusters on the module and compares with what the scheduler's code decided.
 * Runs on any platform with WebAssembly: it needs no Go, no Node, no file, no clock.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { compare, type Difference, untilUnevaluated } from "../../scheduler/compare.ts";
import { Player } from "../../scheduler/play.ts";
import type { Release } from "../../scheduler/scenario.ts";
import { type RecordedCluster, readClusters } from "./corpus.ts";

export interface ClusterFailure extends Difference {
  readonly id: string;
  readonly release: Release;
}

export interface ClustersReport {
  readonly cases: number;
  /** Reports of decisions and of refused documents. */
  readonly answers: number;
  /** SHA-256 of all reports at detail 1 in their order, one a line, in hexadecimal. */
  readonly digest: string;
  readonly failures: readonly ClusterFailure[];
}

const NEWLINE = new Uint8Array([0x0a]);

export function runClusters(module: WebAssembly.Module, bytes: Uint8Array): ClustersReport {
  const { cases } = readClusters(bytes);
  const hash = sha256.create();
  let answers = 0;
  const player = new Player(module, (report) => {
    hash.update(report).update(NEWLINE);
    answers++;
  });
  const failures = cases.flatMap((one) => failuresOf(player, one));
  return { cases: cases.length, answers, digest: bytesToHex(hash.digest()), failures };
}

/** Plays a case as each release that answers it. */
export function failuresOf(player: Player, one: RecordedCluster): ClusterFailure[] {
  const { answers, ...cluster } = one;
  return answers.flatMap(({ releases, ...theirs }) =>
    releases.flatMap((release) => {
      const ours = untilUnevaluated(player.play({ ...cluster, release }));
      return compare(theirs, ours).map((found) => ({ ...found, id: one.id, release }));
    }),
  );
}
