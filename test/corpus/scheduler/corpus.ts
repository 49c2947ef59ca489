/** The file of clusters: a header line, then one case a line, in one gzip stream. */
import { gzipSync } from "fflate";
import type { OracleDecision, Played, Release, Scenario } from "../../scheduler/scenario.ts";
import { corpusText } from "../corpus.ts";

export const CLUSTERS_VERSION = "clusters/1";

export interface ClustersHeader {
  readonly plimsoll: typeof CLUSTERS_VERSION;
  /** The releases whose code answered, each every case. */
  readonly kubernetes: readonly Release[];
  readonly cases: number;
}

/** What the scheduler decided, and in which releases: those that answer alike have one answer. */
export interface RecordedAnswer extends Played<OracleDecision> {
  readonly releases: readonly Release[];
}

export interface RecordedCluster extends Omit<Scenario, "release"> {
  readonly answers: readonly RecordedAnswer[];
}

export interface ClusterCorpus {
  readonly header: ClustersHeader;
  readonly cases: readonly RecordedCluster[];
}

/** Reads the bytes of the file, compressed or not. */
export function readClusters(bytes: Uint8Array): ClusterCorpus {
  const [first, ...lines] = corpusText(bytes)
    .split("\n")
    .filter((line) => line !== "");
  const header = JSON.parse(first ?? "{}") as ClustersHeader;
  if (header.plimsoll !== CLUSTERS_VERSION || header.cases !== lines.length) {
    throw new Error(
      `The file is not a whole ${CLUSTERS_VERSION}; npm run corpus -- clusters makes another.`,
    );
  }
  return { header, cases: lines.map((line) => JSON.parse(line) as RecordedCluster) };
}

/** The bytes of the file; the same cases give the same bytes. */
export function writeClusters({ header, cases }: ClusterCorpus): Uint8Array {
  const lines = [header, ...cases].map((one) => `${JSON.stringify(one)}\n`);
  return gzipSync(new TextEncoder().encode(lines.join("")), { level: 9, mem: 12, mtime: 0 });
}
