import { fstatSync, write } from "node:fs";
import { fileSentence, refuseLong } from "../system/files.ts";
import type { Io, Output } from "../system/io.ts";
import {
  beginningOfStandardInput,
  isStandardInputGiven,
  standardInput,
} from "../system/standardInput.ts";
import { ExitCode } from "./exitCode.ts";

/** Wide enough for a message, narrow enough for a mail, when nothing says how wide it may be. */
const COLUMNS_OF_A_PIPE = 100;
const COLUMNS_MIN = 40;
const ROWS_OF_A_PIPE = 24;

export function processIo(program = "plimsoll"): Io {
  return {
    program,
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    environment: process.env,
    readStdin: readProcessStdin,
    hasStdin: isStandardInputGiven(),
    beginningOfStdin: beginningOfStandardInput,
  };
}

/** As wide as the shell says, which programs such as `watch` and `less` set for a pipe. */
function columnsOfPipe(named: string | undefined): number {
  return /^[1-9]\d{0,3}$/.test(named ?? "") ? Number(named) : COLUMNS_OF_A_PIPE;
}

type Failed = (error: NodeJS.ErrnoException) => void;
type Send = (chunk: string | Uint8Array, taken: (error?: Error | null) => void) => void;

function outputOf(stream: NodeJS.WriteStream & { readonly fd: number }): Output {
  const listeners: Failed[] = [];
  const failed: Failed = (error) => {
    if (listeners.length === 0) endOfReading(error);
    for (const listener of listeners) listener(error);
  };
  let send: Send = (chunk, taken) => void stream.write(chunk, taken);
  stream.on("error", failed);
  return {
    isTerminal: stream.isTTY === true,
    get columns() {
      return Math.max(COLUMNS_MIN, stream.columns ?? columnsOfPipe(process.env.COLUMNS));
    },
    get rows() {
      return stream.rows ?? ROWS_OF_A_PIPE;
    },
    write: (chunk) =>
      new Promise((resolve) => {
        send(stream.isTTY ? withoutC1(chunk) : chunk, (error) => {
          if (error) failed(error);
          resolve();
        });
      }),
    onResize(listener) {
      stream.on("resize", listener);
      return () => void stream.off("resize", listener);
    },
    onError: (listener) => void listeners.push(listener),
    neverBlock() {
      if (isFile(stream.fd)) send = (chunk, taken) => writeFile(stream.fd, chunk, taken);
      else unblockTerminal(stream);
    },
  };
}

/** That the reader of a pipe has seen enough (`| head`) is not an error; a full disk is one. */
function endOfReading(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(ExitCode.Ok);
  const failure = Object.assign(error, { path: "standard output", isWriting: true });
  process.stderr.write(`plimsoll: ${fileSentence(failure) ?? `${error.message}.`}\n`);
  process.exit(ExitCode.Input);
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

/** Node writes standard output to a file in the event loop itself; this writes outside it. */
function writeFile(descriptor: number, chunk: string | Uint8Array, taken: Parameters<Send>[1]) {
  const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
  write(descriptor, bytes, (error, written) => {
    if (error || written >= bytes.length) taken(error);
    else writeFile(descriptor, bytes.subarray(written), taken);
  });
}

/**
 * Node makes writes to a terminal block, so a stopped one (Ctrl-S, a lost connection) stops
 * the whole process. Only its handle can undo that; where it is another one, nothing changes.
 */
function unblockTerminal(stream: NodeJS.WriteStream): void {
  const { _handle } = stream as { _handle?: { setBlocking?(blocking: boolean): number } };
  if (stream.isTTY) _handle?.setBlocking?.(false);
}

/** Eight-bit control characters, which JSON may hold, and nothing printed here does. */
function withoutC1(chunk: string | Uint8Array): string {
  const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
  return text.replace(/[\u007f-\u009f]/g, "\ufffd");
}

/** All of standard input. */
export async function readProcessStdin(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of standardInput()) {
    chunks.push(chunk);
    length += chunk.length;
    refuseLong("-", length);
  }
  return Buffer.concat(chunks);
}
