import { fstatSync } from "node:fs";
import { SettingError } from "./errors.ts";

const DESCRIPTOR = 0;

const taken = new WeakSet<NodeJS.ReadStream>();
/** What has been looked at before anyone takes it. */
const lookedAt = new WeakMap<NodeJS.ReadStream, Uint8Array[]>();

/** Standard input, for the one place of a command line that may name it. */
export function standardInput(): AsyncIterable<Uint8Array> {
  const { stdin } = process;
  if (taken.has(stdin)) {
    throw new SettingError(
      "Standard input is named in two places, and can be read once",
      "name a file",
    );
  }
  taken.add(stdin);
  return chunks(stdin);
}

async function* chunks(stdin: NodeJS.ReadStream): AsyncGenerator<Uint8Array, void, undefined> {
  yield* lookedAt.get(stdin)?.splice(0) ?? [];
  if (!stdin.readableEnded) yield* stdin;
}

/** Its first bytes, and more where a chunk has more; the one place that takes it gets them too. */
export async function beginningOfStandardInput(bytes: number): Promise<readonly Uint8Array[]> {
  const { stdin } = process;
  const looked = lookedAt.get(stdin) ?? [];
  lookedAt.set(stdin, looked);
  let size = looked.reduce((sum, { length }) => sum + length, 0);
  while (size < bytes) {
    const chunk = await nextChunk(stdin);
    if (chunk === null) break;
    looked.push(chunk);
    size += chunk.length;
  }
  return looked;
}

/** Null at the end. Leaving an iterator would destroy the stream. */
async function nextChunk(stdin: NodeJS.ReadStream): Promise<Uint8Array | null> {
  for (;;) {
    const chunk = stdin.read() as Uint8Array | null;
    if (chunk !== null) return chunk;
    if (stdin.readableEnded) return null;
    await changed(stdin);
  }
}

function changed(stdin: NodeJS.ReadStream): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      stdin.off("readable", settle).off("end", settle).off("error", settle);
      if (error === undefined) resolve();
      else reject(error);
    };
    stdin.on("readable", settle).on("end", settle).on("error", settle);
  });
}

/** Whether a pipe or a file is connected to it: of a terminal, nothing is read unasked. */
export function isStandardInputGiven(): boolean {
  try {
    const file = fstatSync(DESCRIPTOR);
    return file.isFIFO() || file.isFile() || file.isSocket();
  } catch {
    return false;
  }
}
