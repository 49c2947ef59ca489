import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
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

export function corpusPath(kubernetes: string): string {
  return `${FOLDER}kubernetes-${kubernetes}.ndjson.gz`;
}

export function readCorpusFile({ path }: CorpusFile): Uint8Array {
  return new Uint8Array(readFileSync(path));
}
