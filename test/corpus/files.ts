import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const DIGESTS = `${FOLDER}digests.json`;
const NAME = /^kubernetes-(v[\d.]+)\.ndjson\.gz$/;

export interface CorpusFile {
  /** The release whose code answered: `v1.35.8`. */
  readonly kubernetes: string;
  readonly path: string;
}

/** The corpora that are here, one for each release. */
export function corpusFiles(): CorpusFile[] {
  return readdirSync(FOLDER).flatMap((name) => {
    const kubernetes = NAME.exec(name)?.[1];
    return kubernetes === undefined ? [] : [{ kubernetes, path: `${FOLDER}${name}` }];
  });
}

/** What the engine answers to a corpus, in short. */
export interface CorpusDigest {
  readonly answers: number;
  readonly digest: string;
}

/** By release. A change of any word of an answer shows here, for anyone who reviews it. */
export type CorpusDigests = Readonly<Record<string, CorpusDigest>>;

export function readDigests(): CorpusDigests {
  return JSON.parse(readFileSync(DIGESTS, "utf8")) as CorpusDigests;
}

export function writeDigests(digests: CorpusDigests): void {
  writeFileSync(DIGESTS, `${JSON.stringify(digests, null, 2)}\n`);
}

export function corpusPath(kubernetes: string): string {
  return `${FOLDER}kubernetes-${kubernetes}.ndjson.gz`;
}

export function readCorpusFile({ path }: CorpusFile): Uint8Array {
  return new Uint8Array(readFileSync(path));
}
