/** Where a command writes: a terminal, a pipe or a file. */
export interface Output {
  readonly isTerminal: boolean;
  /** Width in characters, as it is now. */
  readonly columns: number;
  /** Height in lines, as it is now. */
  readonly rows: number;
  /** Resolves when the reader takes more. */
  write(chunk: string | Uint8Array): Promise<void>;
  /** Calls back when a terminal has another size; answers how to have that no more. */
  onResize(listener: () => void): () => void;
}

export type NoticeKind = "note" | "warning";

/** What a command sees of the process it runs in; tests hand in their own. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readStdin(): Promise<Uint8Array>;
  /** Takes notes and warnings where a machine reads along; where it is absent, people do. */
  readonly notice?: (kind: NoticeKind, sentence: string) => Promise<void>;
}

/** Wide enough for a message, narrow enough for a mail, when nothing says how wide it may be. */
const COLUMNS_OF_A_PIPE = 100;
const COLUMNS_MIN = 60;
const ROWS_OF_A_PIPE = 24;

export function processIo(): Io {
  return {
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    environment: process.env,
    readStdin: readProcessStdin,
  };
}

function outputOf(stream: NodeJS.WriteStream): Output {
  return {
    isTerminal: stream.isTTY === true,
    get columns() {
      return Math.max(COLUMNS_MIN, stream.columns ?? COLUMNS_OF_A_PIPE);
    },
    get rows() {
      return stream.rows ?? ROWS_OF_A_PIPE;
    },
    write: (chunk) =>
      new Promise((resolve) => {
        if (stream.write(chunk)) resolve();
        else stream.once("drain", resolve);
      }),
    onResize(listener) {
      stream.on("resize", listener);
      return () => void stream.off("resize", listener);
    },
  };
}

async function readProcessStdin(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
