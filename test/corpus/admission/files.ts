import { readFileSync, writeFileSync } from "node:fs";

export const ADMISSIONS_FILE = new URL("admissions.ndjson.gz", import.meta.url);
const DIGEST = new URL("digest.json", import.meta.url);

export interface AdmissionsDigest {
  readonly cases: number;
  readonly digest: string;
}

export function readAdmissionsFile(): Uint8Array {
  return new Uint8Array(readFileSync(ADMISSIONS_FILE));
}

export function readAdmissionsDigest(): AdmissionsDigest {
  return JSON.parse(readFileSync(DIGEST, "utf8")) as AdmissionsDigest;
}

export function writeAdmissionsDigest({ cases, digest }: AdmissionsDigest): void {
  writeFileSync(DIGEST, `${JSON.stringify({ cases, digest }, null, 2)}\n`);
}
