import type { Workspace } from "./workspace.ts";

/** Something that runs WebAssembly. */
export interface Runtime {
  readonly name: string;
  /** The family its engine is of: one defect shows in all of a family alike. */
  readonly engine: string;
  /** One sentence: what to install. */
  readonly install: string;
  /** Null when it is not here. */
  find(): Promise<FoundRuntime | null>;
}

export interface FoundRuntime {
  readonly version: string;
  play(workspace: Workspace): Promise<PlayedCorpus>;
}

export interface PlayedCorpus {
  readonly digest: string;
  readonly cases: number;
  readonly answers: number;
  /** The other modules' corpora, by name; absent where only the first one is played. */
  readonly also?: Readonly<Record<string, SimulatedAlso>>;
  /** Cases in which the engine does not do what the kubelet does; absent without a comparison. */
  readonly failures?: number;
  readonly told?: readonly { readonly id: string }[];
  readonly error?: string;
}

export interface SimulatedAlso {
  readonly digest: string;
  readonly cases: number;
  /** Cases that differ from the recorded code; absent without a comparison. */
  readonly failures?: number;
  readonly told?: readonly { readonly id: string }[];
}

/** Reads what an entry printed or sent. */
export function readPlayed(text: string): PlayedCorpus {
  const played = JSON.parse(text) as PlayedCorpus;
  if (played.error !== undefined) throw new Error(played.error);
  return played;
}
