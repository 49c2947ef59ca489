import type { Metafile, Plugin } from "esbuild";

/** A page and its worker, each named as in the metafile; `first` is what `page` loads at once. */
export interface Loaded {
  readonly root: string;
  readonly page: string;
  readonly first: string;
  readonly worker: string;
}

export function firstScripts(inputs: Metafile["inputs"], loaded: Loaded): Plugin;
