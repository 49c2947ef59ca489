import { Readable } from "node:stream";
import type { ExitCode } from "../../../hosts/cli/exitCode.ts";
import { readProcessStdin } from "../../../hosts/cli/processIo.ts";
import { run } from "../../../hosts/cli/run.ts";
import type { Io, Output } from "../../../hosts/system/io.ts";
import { beginningOfStandardInput } from "../../../hosts/system/standardInput.ts";
import { withKeptInstances } from "./instances.ts";

/** What the process around a command is like; everything else is that of a pipe. */
export interface NodeContext {
  readonly stdin?: string;
  /** What the standard input of the process itself gives, chunk by chunk; in place of `stdin`. */
  readonly piped?: Iterable<Uint8Array>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly isTerminal?: boolean;
  /** What a person types before a command. */
  readonly program?: string;
  /** What writing to standard output fails with. */
  readonly failure?: Error;
}

export interface Ended {
  readonly exitCode: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
  /** All of it, with line ends as spaces: an answer folds its sentences. */
  readonly said: string;
}

/** Runs a command line inside this process, with streams that gather what is written. */
export async function commandLine(
  words: readonly string[],
  around: NodeContext = {},
): Promise<Ended> {
  const { stdin = "", environment = {}, columns = 100, isTerminal = false, failure } = around;
  const { piped } = around;
  const given = async () => new TextEncoder().encode(stdin);
  const written = { stdout: "", stderr: "" };
  const decoder = new TextDecoder();
  const output = (name: keyof typeof written): Output => ({
    isTerminal,
    columns,
    rows: 24,
    onResize: () => () => {},
    async write(chunk) {
      if (name === "stdout" && failure !== undefined) throw failure;
      written[name] += typeof chunk === "string" ? chunk : decoder.decode(chunk);
    },
  });
  const io: Io = {
    stdout: output("stdout"),
    stderr: output("stderr"),
    environment,
    readStdin: piped ? readProcessStdin : given,
    hasStdin: stdin !== "" || piped !== undefined,
    beginningOfStdin: piped ? beginningOfStandardInput : async () => [await given()],
    ...(around.program === undefined ? {} : { program: around.program }),
  };
  const ending = () => withKeptInstances(() => run(words, io));
  const exitCode = await (piped === undefined ? ending() : withStandardInput(piped, ending));
  const said = `${written.stderr} ${written.stdout}`.replace(/\s+/g, " ");
  return { exitCode, ...written, said };
}

/** For the time of one command. */
async function withStandardInput<T>(
  chunks: Iterable<Uint8Array>,
  command: () => Promise<T>,
): Promise<T> {
  const own = Object.getOwnPropertyDescriptor(process, "stdin") ?? {};
  const value = Readable.from(chunks, { objectMode: false });
  Object.defineProperty(process, "stdin", { configurable: true, value });
  try {
    return await command();
  } finally {
    Object.defineProperty(process, "stdin", own);
  }
}
