import type { Document, DocumentForm } from "../../analysis/text/document.ts";

/** Where a command writes: a terminal, a pipe or a file. */
export interface Output {
  readonly isTerminal: boolean;
  /** Width in characters, as it is now. */
  readonly columns: number;
  /** Height in lines, as it is now. */
  readonly rows: number;
  /** Earlier output has not been taken yet; absent where `write` returns when it has. */
  readonly isWaiting?: boolean;
  /** Resolves when the system has taken it for the reader, or never will. */
  write(chunk: string | Uint8Array): Promise<void>;
  /** Calls back when a terminal has another size; returns a function that ends that. */
  onResize(listener: () => void): () => void;
  /** Calls back when it cannot be written; without a listener that ends the process. */
  onError?(listener: (error: NodeJS.ErrnoException) => void): void;
  /** Later writes no longer block the process, even if the reader does not read. */
  neverBlock?(): void;
}

export type NoticeKind = "note" | "warning";

/** Notes that wait for the answer, which takes them in. */
export interface HeldNotes {
  /** False where they are to be printed as they come. */
  hold(notes: readonly HeldNote[]): boolean;
  take(): readonly HeldNote[];
}

export interface HeldNote {
  readonly sentence: string;
  /** An answer shows what it says in its own words. */
  readonly isShown?: true;
}

/** What a command sees of the process it runs in; tests hand in their own. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readStdin(): Promise<Uint8Array>;
  /** Whether a pipe or a file is connected to standard input. */
  readonly hasStdin?: boolean;
  /** At least this number of first bytes of standard input, or all; it can still be read. */
  beginningOfStdin?(bytes: number): Promise<readonly Uint8Array[]>;
  /** What a person types before a command; absent for `plimsoll`. */
  readonly program?: string;
  /** Takes notes and warnings where a machine reads along; where it is absent, people do. */
  readonly notice?: (kind: NoticeKind, sentence: string) => Promise<void>;
  /** The words of the command, which an answer suggests again with another option. */
  readonly words?: readonly string[];
  /** Absent where notes are printed as they come. */
  readonly heldNotes?: HeldNotes;
  /** Takes an answer that is printed together with others; where it is absent, each is printed. */
  readonly takeDocument?: (document: Document, printing: Printing) => void;
}

/** How an answer is to be printed. */
export interface Printing {
  readonly output: DocumentForm;
  readonly all: boolean;
}
