import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const DIGESTS = `${FOLDER}digests.json`;
const NAME = /^kubernetes-((v[\d.]+)(?:-\w+)?)\.ndjson\.gz$/;

export interface CorpusFile {
  /** The release whose code answered: `v1.35.8`. */
  readonly kubernetes: string;
  /** The release, for the scenarios of a later theme with its name: `v1.36.4-resizes`. */
  readonly name: string;
  readonly path: string;
}

/** The corpora that are here, of each release one and those of later themes. */
export function corpusFiles(): CorpusFile[] {
  return readdirSync(FOLDER).flatMap((file) => {
    const [, name, kubernetes] = NAME.exec(file) ?? [];
    if (name === undefined || kubernetes === undefined) return [];
    return [{ kubernetes, name, path: `${FOLDER}${file}` }];
  });
}

/** What the engine answers to a corpus, in short. */
export interface CorpusDigest {
  readonly answers: number;
  readonly digest: string;
}

/** By name. A change of any word of an answer shows here, for anyone who reviews it. */
export type CorpusDigests = Readonly<Record<string, CorpusDigest>>;

export function readDigests(): CorpusDigests {
  return JSON.parse(readFileSync(DIGESTS, "utf8")) as CorpusDigests;
}

export function writeDigests(digests: CorpusDigests): void {
  writeFileSync(DIGESTS, `${JSON.stringify(digests, null, 2)}\n`);
}

export function corpusPath(name: string): string {
  return `${FOLDER}kubernetes-${name}.ndjson.gz`;
}

export function readCorpusFile({ path }: CorpusFile): Uint8Array {
  return new Uint8Array(readFileSync(path));
}
