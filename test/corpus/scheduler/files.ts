import { readFileSync, writeFileSync } from "node:fs";

export const CLUSTERS_FILE = new URL("clusters.ndjson.gz", import.meta.url);
const DIGEST = new URL("digest.json", import.meta.url);

export interface ClustersDigest {
  readonly cases: number;
  readonly answers: number;
  readonly digest: string;
}

export function readClustersFile(): Uint8Array {
  return new Uint8Array(readFileSync(CLUSTERS_FILE));
}

export function readClustersDigest(): ClustersDigest {
  return JSON.parse(readFileSync(DIGEST, "utf8")) as ClustersDigest;
}

export function writeClustersDigest({ cases, answers, digest }: ClustersDigest): void {
  writeFileSync(DIGEST, `${JSON.stringify({ cases, answers, digest }, null, 2)}\n`);
}
