import { readFileSync, writeFileSync } from "node:fs";

/**
 * Files of clusters: of every kind, those in which gates, deletions and statuses matter, and those
 * that the newest release decides otherwise than the one before.
 */
export const CLUSTER_FILES = ["clusters", "statuses", "releases"] as const;
export type ClusterFile = (typeof CLUSTER_FILES)[number];

const DIGEST = new URL("digest.json", import.meta.url);

export interface ClustersDigest {
  readonly cases: number;
  readonly answers: number;
  readonly digest: string;
}

type ClustersDigests = Readonly<Record<ClusterFile, ClustersDigest>>;

export function clustersFile(name: ClusterFile): URL {
  return new URL(`${name}.ndjson.gz`, import.meta.url);
}

export function readClustersFile(name: ClusterFile): Uint8Array {
  return new Uint8Array(readFileSync(clustersFile(name)));
}

export function readClustersDigests(): ClustersDigests {
  return JSON.parse(readFileSync(DIGEST, "utf8")) as ClustersDigests;
}

export function writeClustersDigest(
  name: ClusterFile,
  { cases, answers, digest }: ClustersDigest,
): void {
  const digests = { ...readClustersDigests(), [name]: { cases, answers, digest } };
  writeFileSync(DIGEST, `${JSON.stringify(digests, null, 2)}\n`);
}
